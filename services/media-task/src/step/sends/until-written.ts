import type { Log } from '@headgate/runtime/log';
import { retryUntilDone } from '@headgate/runtime/wait';
import type { Task } from '../../task/task.ts';

/** A client may wait for its answer. */
const askingMs = 13_000;

/**
 * Calls `write` until the database answers: what it writes decides whether a task may be sent, and nobody else knows it. A
 * connection that broke may have done it before it did, so that it must do no harm twice. Throws where the database stays away.
 */
export function untilWritten<Written>(
  { log }: { log: Log },
  { id }: Pick<Task, 'id'>,
  write: () => Promise<Written>,
  waitMs = askingMs,
): Promise<Written> {
  return retryUntilDone(write, {
    signal: AbortSignal.timeout(waitMs),
    onError: (error) => log.warn({ err: error, task: id }, 'a task waits for the database'),
  });
}
