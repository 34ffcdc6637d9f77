import { wait } from '@headgate/runtime/wait';
import type { WorkerContext } from '../context.ts';
import { sweepFiles } from './sweep-files.ts';

/** Removes files whose time is over, again and again, until it is told to stop; resolves when it has. */
export async function startSweeping(context: WorkerContext, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const due = await sweepFiles(context).catch((error) => {
      context.log.warn({ err: error }, 'files whose time is over are still there');
      return 0;
    });
    if (due > 0) continue;
    await context.store
      .clear?.()
      .catch((error) => context.log.warn({ err: error }, 'leftovers are still there'));
    await wait(context.config.sweepMs, stopping).catch(() => undefined);
  }
}
