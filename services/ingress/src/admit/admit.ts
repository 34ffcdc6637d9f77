import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { keyOf } from '../caller/authenticate.ts';
import type { Context } from '../context.ts';
import { ClientGone } from '../exchange/client-gone.ts';
import { type Exchange, release } from '../exchange/exchange.ts';

/** Nobody can say when a place comes free: another try in a second is cheap. */
const concurrencyRetryMs = 1_000;

/** Holds a request to its key's limits, which came with the key and so are as new as the key is. */
export async function admitKey(context: Context, exchange: Exchange): Promise<void> {
  const { limitName, concurrency, rpm } = keyOf(exchange);
  if (concurrency > 0) {
    const leave = await context.limits.concurrency.enter(limitName, concurrency);
    if (!leave) refuse(context, 'concurrency', concurrencyRetryMs);
    exchange.release = leave;
    leaveIfGone(exchange);
  }
  if (rpm > 0) {
    const refusal = await context.limits.rates.take(limitName, rpm);
    if (refusal) refuse(context, 'rpm', refusal.retryAfterMs);
  }
}

/** Whose end was booked meanwhile gives nothing back any more. */
function leaveIfGone(exchange: Exchange): void {
  if (!exchange.response.closed) return;
  release(exchange);
  throw new ClientGone();
}

const messages = {
  concurrency: 'This key has as many requests running as it may.',
  rpm: 'This key has made as many requests in this minute as it may.',
  tpm: 'This key has used as many tokens in this minute as it may.',
};

/** Refuses a request for one of its key's limits. */
export function refuse(context: Context, limit: keyof typeof messages, retryAfterMs: number): never {
  context.metrics.refusals.inc({ limit });
  throw new FaultError(fault('too_many_requests', { message: messages[limit], retryAfterMs }));
}
