import { wait } from '@headgate/runtime/wait';
import type { WorkerContext } from '../context.ts';
import { pruneAccounts, pruneTasks } from '../sql/prune.ts';

const atATime = 500;
const dayMs = 24 * 3_600_000;

/** Removes what nobody asks for any more, a little at a time, until it is stopped. */
export async function pruneForever(context: WorkerContext, stopping: AbortSignal): Promise<void> {
  const { config, log } = context;
  while (!stopping.aborted) {
    const removed = await prune(context).catch((error) => {
      log.warn({ err: error }, 'old tasks wait to be removed');
      return 0;
    });
    if (removed > 0) log.info({ removed }, 'old tasks and credentials removed');
    // A full pass means that there is more.
    if (removed < atATime) await wait(config.pruneEveryMs, stopping).catch(() => undefined);
  }
}

async function prune({ knex, config }: WorkerContext): Promise<number> {
  const tasks = await pruneTasks(knex, { olderThanMs: config.retentionDays * dayMs, limit: atATime });
  return tasks + (await pruneAccounts(knex, { unusedForMs: dayMs, limit: atATime }));
}
