import type { handleBidiStreamingCall } from '@grpc/grpc-js';
import { fault } from '@headgate/proto/faults';
import {
  type Open,
  Operation,
  type RelayRequest,
  type RelayResponse,
} from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import { beginServing } from '@headgate/runtime/tracing/rpc-span';
import type { GatewayContext } from '../context.ts';
import { type Dialect, findDialect } from '../dialects/index.ts';
import { type ModelList, modelLists } from '../model-lists/model-list.ts';
import { findSurface } from '../surfaces/index.ts';
import { type Answer, createAnswer } from './answer.ts';
import { countTokens } from './count-tokens.ts';
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
      const span = beginServing({ metadata: call.metadata, path: call.getPath() });
      void span.run(() => serve(context, open, answer)).finally(span.end);
    });
  };
}

async function serve(context: GatewayContext, open: Open, answer: Answer): Promise<void> {
  try {
    if (context.stopping.aborted) throw new FaultError(fault('service_unavailable', { notStarted: true }));
    await serveOperation(context, open, answer);
  } catch (error) {
    if (error instanceof FaultError) return answer.fail(error);
    context.log.error({ err: error, requestId: open.requestId }, 'a request failed');
    answer.fail(new FaultError(fault('internal_error')));
  }
}

function serveOperation(context: GatewayContext, open: Open, answer: Answer): Promise<void> | void {
  switch (open.operation) {
    case Operation.COUNT_TOKENS:
      return countTokens(context, dialectOf(open), open, answer);
    case Operation.LIST_MODELS:
      return listModels(context, listOf(open), open, answer);
    case Operation.GET_MODEL:
      return getModel(context, listOf(open), open, answer);
    default: {
      const surface = findSurface(open.dialect, open.operation);
      if (!surface) throw new FaultError(fault('api_not_implemented'));
      return generate(context, surface, open, answer);
    }
  }
}

function listOf(open: Open): ModelList {
  return modelLists[dialectOf(open).name];
}

function dialectOf({ dialect }: Open): Dialect {
  const found = findDialect(dialect);
  if (!found) throw new FaultError(fault('api_not_implemented'));
  return found;
}
