import type { Log } from '@headgate/runtime/log';
import { wait } from '@headgate/runtime/wait';
import type { Knex } from 'knex';
import { noteSent } from '../../sql/moves/note-sent.ts';
import type { Task } from '../../task/task.ts';
import type { Submitted } from '../../upstreams/upstream.ts';
import { nextPollMs } from '../polls/poll-times.ts';
import type { PendingNotes } from './pending-notes.ts';

const firstPauseMs = 100;
const longestPauseMs = 5_000;
/** A client waits for its answer. */
const briefMs = 13_000;
/** Nobody waits, and failovers take minutes. A name costs nothing to keep, and a worker holds no more images than it has made at once. */
export const untilBackMs = 5 * 60_000;

interface NoteContext {
  knex: Knex;
  log: Log;
  config: { pollMs: number };
  notes: PendingNotes;
}

/**
 * Writes down what the vendor calls the task: it is being made by now, and only we know of it. Undefined where that cannot be
 * written yet, and goes on to be tried, or another attempt has taken its place: until then its outcome is not known.
 * @param attempt the number of the create that was accepted.
 */
export async function noteSubmitted(
  { knex, log, config, notes }: NoteContext,
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
  const note = async (): Promise<boolean> => {
    noted = await noteSent(knex, id, sent);
    return true;
  };
  const noting = persist(log, id, note, untilBackMs);
  notes.add(noting);
  const answered = new AbortController();
  await Promise.race([noting, wait(briefMs, answered.signal)]);
  answered.abort();
  return noted;
}

/**
 * Calls `write` until it has written what became of a create, for as long as that can be waited for: a store or a database that
 * is away comes back, and what was made is nowhere else.
 */
export async function persist(
  log: Log,
  taskId: string,
  write: () => Promise<boolean>,
  waitMs = briefMs,
): Promise<void> {
  const until = performance.now() + waitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      if (await write()) return;
    } catch (error) {
      log.error({ err: error, task: taskId }, 'what was made waits to be written down');
    }
    if (performance.now() + pauseMs > until) return;
    await wait(pauseMs);
  }
}
