import { wait } from '@headgate/runtime/wait';
import type { Knex } from 'knex';

/** Deadlock and serialization failure: the same work can succeed a moment later. */
const retryable = new Set(['40P01', '40001']);
const maxTries = 6;

/**
 * Runs `work` in a transaction and commits it. A deadlock is tried again a few times: locks are taken in one
 * order everywhere, but a statement of an administrator, or a new partition, may cross it.
 */
export async function inTransaction<T>(
  knex: Knex,
  work: (transaction: Knex.Transaction) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await knex.transaction(work);
    } catch (error) {
      if (tries === maxTries || !retryable.has(postgresCode(error) ?? '')) throw error;
    }
    await wait(tries * 10 * Math.random());
  }
}

/** The SQLSTATE of a failed statement, or undefined when the failure is not PostgreSQL's. */
export function postgresCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether somebody held a lock for longer than it was to be waited for. */
export function isLockRefusal(error: unknown): boolean {
  return postgresCode(error) === '55P03';
}

/** Whether a statement was refused only because one before it in its transaction had failed. */
export function isAfterFailure(error: unknown): boolean {
  return postgresCode(error) === '25P02';
}

/** Whether the data itself was refused (out of range, malformed, a broken constraint, too long for an index): trying again is vain. */
export function isDataError(error: unknown): boolean {
  return /^(22|23|54)/.test(postgresCode(error) ?? '');
}
