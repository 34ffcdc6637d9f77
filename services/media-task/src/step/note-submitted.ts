import type { Log } from '@headgate/runtime/log';
import { wait } from '@headgate/runtime/wait';
import type { Knex } from 'knex';
import { noteSent } from '../sql/note-sent.ts';
import type { Task } from '../task/task.ts';
import type { Submitted } from '../upstreams/upstream.ts';
import { nextPollMs } from './poll-times.ts';

const mostTries = 8;
const firstPauseMs = 100;

interface NoteContext {
  knex: Knex;
  log: Log;
  config: { pollMs: number };
}

/**
 * Writes down what the vendor calls the task: it is being made by now, and only we know of it. Undefined where that cannot be
 * written, or another attempt has taken its place: then its outcome is not known.
 * @param attempt the number of the create that was accepted.
 */
export async function noteSubmitted(
  { knex, log, config }: NoteContext,
  { id }: Task,
  attempt: number,
  submitted: Submitted,
): Promise<Task | undefined> {
  const sent = {
    attempt,
    upstreamId: submitted.upstreamId,
    upstreamState: submitted.state ?? {},
    isRunning: submitted.isRunning === true,
    dueInMs: nextPollMs(0, config.pollMs),
  };
  let noted: Task | undefined;
  await persist(log, id, async () => {
    noted = await noteSent(knex, id, sent);
    return true;
  });
  return noted;
}

/**
 * Calls `write` until it has written what became of a create, for as long as that can be waited for: a store or a database that
 * is away comes back, and what was made is nowhere else.
 */
export async function persist(log: Log, taskId: string, write: () => Promise<boolean>): Promise<void> {
  for (let tries = 1, pauseMs = firstPauseMs; ; tries += 1, pauseMs *= 2) {
    try {
      if (await write()) return;
    } catch (error) {
      log.error({ err: error, task: taskId }, 'what was made waits to be written down');
    }
    if (tries === mostTries) return;
    await wait(pauseMs);
  }
}
