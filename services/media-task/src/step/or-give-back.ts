import { retryUntilDone } from '@headgate/runtime/wait';
import type { WorkerContext } from '../context.ts';
import { giveBack } from '../sql/moves/give-back.ts';
import type { Task } from '../task/task.ts';
import { nextPollMs } from './polls/poll-times.ts';
import { untilBackMs } from './sends/note-submitted.ts';

/**
 * Does something with tasks in hand. Where that breaks off, mostly since the database did, they are given back as soon as it
 * takes that, and not when their lease has ended: as they stand there, so that what may have been sent is looked up and never
 * sent again. What was asked of the database before and is carried out later finds them in other hands, and changes nothing. A
 * process that stops leaves them to their lease. Never rejects.
 */
export async function orGiveBack(
  context: Pick<WorkerContext, 'knex' | 'owner' | 'log' | 'config' | 'stopping'>,
  tasks: readonly Pick<Task, 'id' | 'createdAt'>[],
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    const signal = AbortSignal.any([AbortSignal.timeout(untilBackMs), context.stopping]);
    await Promise.all(tasks.map((task) => giveBackOne(context, task, error, signal)));
  }
}

async function giveBackOne(
  { knex, owner, log, config }: Pick<WorkerContext, 'knex' | 'owner' | 'log' | 'config'>,
  { id, createdAt }: Pick<Task, 'id' | 'createdAt'>,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  log.error({ err: error, task: id }, 'a task is given back');
  // Later: one that goes wrong each time must not go round and round.
  const write = () => giveBack(knex, id, owner, nextPollMs(Date.now() - createdAt, config.pollMs));
  const onError = () => undefined;
  await retryUntilDone(write, { signal, onError }).catch(() =>
    log.error({ task: id }, 'a task waits for its lease to end'),
  );
}
