import type { handleBidiStreamingCall } from '@grpc/grpc-js';
import { fault } from '@headgate/proto/faults';
import {
  type Open,
  Operation,
  type RelayRequest,
  type RelayResponse,
} from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import type { GatewayContext } from '../context.ts';
import { type Dialect, findDialect } from '../dialects/index.ts';
import { modelLists } from '../model-lists/model-list.ts';
import { type Answer, createAnswer } from './answer.ts';
import { generate } from './generate.ts';
import { getModel, listModels } from './list-models.ts';

/** The RPC `Relay`: the first message opens the request, those after it bring credit. */
export function createRelay(context: GatewayContext): handleBidiStreamingCall<RelayRequest, RelayResponse> {
  return (call) => {
    const answer = createAnswer(call);
    let isOpen = false;
    call.on('data', ({ open, creditBytes }: RelayRequest) => {
      if (creditBytes !== undefined) answer.addCredit(creditBytes);
      if (!open || isOpen) return;
      isOpen = true;
      answer.addCredit(open.creditBytes);
      void serve(context, open, answer);
    });
  };
}

async function serve(context: GatewayContext, open: Open, answer: Answer): Promise<void> {
  try {
    if (context.stopping.aborted) throw new FaultError(fault('service_unavailable', { notStarted: true }));
    const dialect = findDialect(open.dialect);
    if (!dialect) throw new FaultError(fault('api_not_implemented'));
    await serveOperation(context, dialect, open, answer);
  } catch (error) {
    if (error instanceof FaultError) return answer.fail(error);
    context.log.error({ err: error, requestId: open.requestId }, 'a request failed');
    answer.fail(new FaultError(fault('internal_error')));
  }
}

function serveOperation(
  context: GatewayContext,
  dialect: Dialect,
  open: Open,
  answer: Answer,
): Promise<void> | void {
  switch (open.operation) {
    case Operation.GENERATE:
      return generate(context, dialect, open, answer);
    case Operation.LIST_MODELS:
      return listModels(context, modelLists[dialect.name], open, answer);
    case Operation.GET_MODEL:
      return getModel(context, modelLists[dialect.name], open, answer);
    case Operation.UNSPECIFIED:
      throw new FaultError(fault('api_not_implemented'));
  }
}
