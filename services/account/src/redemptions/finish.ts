import type { Log } from '@headgate/runtime/log';
import { repeat } from '@headgate/runtime/repeat';
import { type CreditContext, credit } from './credit.ts';
import { listUncredited } from './store.ts';

const everyMs = 60_000;
/** Younger claims are being credited by whoever redeems them. */
const olderThanMs = 30_000;
const batchSize = 100;

/** Credits what was claimed and not credited, because something died in between. Replicas may do so at the same time. */
export async function finishClaims(
  context: CreditContext & { log: Log },
  { olderThanMs: age = olderThanMs, signal }: { olderThanMs?: number; signal?: AbortSignal } = {},
): Promise<void> {
  for (const claim of await listUncredited(context.knex, { olderThanMs: age, limit: batchSize })) {
    if (signal?.aborted) return;
    try {
      await credit(context, claim);
    } catch (error) {
      context.log.warn({ err: error, redemption: String(claim.id) }, 'a code will be credited later');
    }
  }
}

/** Does so now and again until `signal`. Never rejects. */
export function keepFinishingClaims(
  context: CreditContext & { log: Log },
  signal: AbortSignal,
): Promise<void> {
  return repeat('redemptions', { everyMs, log: context.log, signal }, () =>
    finishClaims(context, { signal }),
  );
}
