import { fault } from '@headgate/proto/faults';
import { type Open, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import type { GatewayContext } from '../context.ts';
import { type Dialect, findDialect } from '../dialects/index.ts';
import { type ModelList, modelLists } from '../model-lists/model-list.ts';
import { findSurface } from '../surfaces/index.ts';
import type { Answer, CarriedAnswer } from './answers/answer.ts';
import { countTokens } from './count-tokens.ts';
import { generate } from './generate.ts';
import { getModel, listModels } from './list-models.ts';

/** What a body takes of its room once its answer has begun: what was sent is let go of, it and what it was read as are held. */
const heldShare = 1 / 2;

/** Serves one request, however it was carried here. Never rejects: what fails is said to the client. */
export async function serve(context: GatewayContext, open: Open, answer: CarriedAnswer): Promise<void> {
  const place = context.bodies.enter(open.caller?.userId ?? 0n);
  try {
    if (context.stopping.aborted) throw new FaultError(fault('service_unavailable', { notStarted: true }));
    const refusal = place.grow(open.body.length);
    if (refusal) throw refusal;
    answer.whenBegun(() => place.shrink(open.body.length * heldShare));
    await serveOperation(context, open, answer);
  } catch (error) {
    if (error instanceof FaultError) return answer.fail(error);
    context.log.error({ err: error, requestId: open.requestId }, 'a request failed');
    answer.fail(new FaultError(fault('internal_error')));
  } finally {
    place.leave();
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
