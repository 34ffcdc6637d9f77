import { wait } from '@headgate/runtime/wait';
import { type CallbackContext, deliverCallbacks } from './deliver.ts';

/** Tells clients of tasks that have ended, until it is stopped. */
export async function deliverForever(
  context: CallbackContext,
  idleMs: number,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const tried = await deliverCallbacks(context, stopping).catch((error) => {
      if (!stopping.aborted) context.log.warn({ err: error }, 'callbacks wait to be sent');
      return 0;
    });
    if (tried === 0) await wait(idleMs, stopping).catch(() => undefined);
  }
}
