import { wait } from '@headgate/runtime/wait';
import type { SettleContext } from './context.ts';
import { locate } from './locate.ts';

/**
 * Watches another replica settle. Resolves when the cursor stands still although there is something to book:
 * the leader is dead, stopped or cut off. That it merely seems so does no harm, the cursor decides.
 */
export async function follow(context: SettleContext): Promise<void> {
  const { signal, periods, steadyMs } = context;
  let seen: bigint | undefined;
  let movedMs = steadyMs();
  for (;;) {
    await wait(periods.followMs, signal);
    const { cursor, streamLastSeq, isReset } = await locate(context);
    if (isReset) return;
    const isIdle = cursor.lastSeq >= streamLastSeq;
    if (isIdle || cursor.lastSeq !== seen) movedMs = steadyMs();
    else if (steadyMs() - movedMs >= periods.takeOverMs) return;
    seen = cursor.lastSeq;
  }
}
