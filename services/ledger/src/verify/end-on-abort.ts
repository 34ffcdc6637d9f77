import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/**
 * Runs statements that take minutes. When the signal is aborted, the session of their transaction is ended, in the middle of
 * whatever it does: the server would go on with a statement that nobody waits for.
 * @param knex the pool, which has another connection for it.
 */
export async function endOnAbort<T>(
  { knex, transaction, signal }: { knex: Knex; transaction: Knex; signal: AbortSignal },
  run: () => Promise<T>,
): Promise<T> {
  const [session] = await rowsOf<{ pid: number }>(transaction, 'select pg_backend_pid() as pid', []);
  if (!session) throw new Error('a session has no id');
  let ending: Promise<unknown> | undefined;
  const end = (): void => {
    // Where it cannot be ended, the database is away, and so is the session.
    ending = endSession(knex, session.pid).catch(() => undefined);
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    signal.throwIfAborted();
    return await run();
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
    // Before the pool has the session again, and somebody else's statement is in it.
    await ending;
  }
}

/** As who signed in: the role that the tables belong to may not end what somebody else began. */
function endSession(knex: Knex, pid: number): Promise<void> {
  return knex.transaction(async (transaction) => {
    await rowsOf(transaction, 'set local role none', []);
    await rowsOf(transaction, 'select pg_terminate_backend(?)', [pid]);
  });
}
