import type { Log } from '@headgate/runtime/log';
import { wait } from '@headgate/runtime/wait';
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

/** Does so now and again until `signal`. */
export async function keepFinishingClaims(
  context: CreditContext & { log: Log },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await finishClaims(context, { signal });
    } catch (error) {
      if (!signal.aborted) context.log.warn({ err: error }, 'codes will be credited later');
    }
    await wait(everyMs, signal).catch(() => {});
  }
}
