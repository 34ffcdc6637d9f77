import { countAlike } from '@headgate/runtime/log/count-alike';
import { wait } from '@headgate/runtime/wait';
import type { SettleContext } from './context.ts';
import { follow } from './follow.ts';
import { lead } from './lead.ts';
import { locate } from './locate.ts';

/** Between two beginnings, so that a fault that lasts does not become a storm. */
const renewPauseMs = 100;
const errorPauseMs = 1_000;

/** Settles closes, or follows another replica that does, until the signal is aborted. Never rejects. */
export async function settleForever(context: SettleContext): Promise<void> {
  const { log, signal } = context;
  const countFailure = countAlike();
  while (!signal.aborted) {
    try {
      const position = await locate(context);
      context.onReady();
      const reason = await lead(context, position);
      log.info({ reason }, 'no longer reading the billing stream');
      if (reason === 'outrun') await follow(context);
      await wait(renewPauseMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      const failures = countFailure(String(error));
      if (failures !== undefined) log.warn({ err: error, failures }, 'closes are not settled right now');
      await wait(errorPauseMs, signal).catch(() => undefined);
    }
  }
}
