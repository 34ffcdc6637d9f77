import type { FaultError } from '@headgate/runtime/errors';
import { callerOf } from '../caller/caller-of.ts';
import type { Context } from '../context.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { readBody } from './body.ts';

/**
 * Reads the body of a request to a model whole, where there is room for it: it has it until its answer begins. Throws a
 * FaultError 400, 408, 413, 415, 429 or 503.
 */
export async function admitBody(context: Context, exchange: Exchange): Promise<Buffer> {
  const { bodyLimitBytes: limitBytes, bodyIdleMs: idleMs } = context.config;
  const place = context.bodies.enter(callerOf(exchange).userId);
  exchange.letGoOfBody = place.leave;
  const grow = (sizeBytes: number): FaultError | undefined => {
    const refusal = place.grow(sizeBytes);
    if (!refusal) return undefined;
    place.leave();
    context.metrics.refusals.inc({ limit: 'bodies' });
    return refusal;
  };
  return readBody(exchange.request, exchange.response, { limitBytes, idleMs, grow });
}
