import type { Context } from '../context.ts';
import type { Exchange } from '../exchange.ts';
import { callerOf } from '../forward/caller-of.ts';
import { readBody } from './body.ts';

/** Reads the body of a request to a model whole, where its user's bodies have room for it. Throws a FaultError 400, 408, 413, 415 or 429. */
export async function admitBody(context: Context, exchange: Exchange): Promise<Buffer> {
  const { bodyLimitBytes: limitBytes, bodyIdleMs: idleMs } = context.config;
  const place = context.bodies.enter(callerOf(exchange).userId);
  const grow = (sizeBytes: number): boolean => {
    const hasRoom = place.grow(sizeBytes);
    if (!hasRoom) context.metrics.refusals.inc({ limit: 'bodies' });
    return hasRoom;
  };
  try {
    return await readBody(exchange.request, exchange.response, { limitBytes, idleMs, grow });
  } finally {
    place.leave();
  }
}
