import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { Task } from '../../task/task.ts';
import { countOpenTasks } from './count-open-tasks.ts';
import { insertTask, type NewTask } from './insert-task.ts';

/** Its user has as many as may be open. */
class TooManyError extends Error {}

/** Nothing was written down, for certain: why stands in `cause`. */
export class UnwrittenError extends Error {}

/**
 * Writes down what shall be done, unless its user would have more open tasks than may be. Those of one user come one after
 * the other, so that many at once are counted as well. Undefined where the same was asked for before. Throws an UnwrittenError
 * where the database fails before the commit; whether one that fails was made is not known.
 */
export async function insertWithinLimit(
  knex: Knex,
  task: NewTask,
  { mostOpen, ...about }: Parameters<typeof insertTask>[2] & { mostOpen: number },
): Promise<Task | 'too-many' | undefined> {
  let isToCommit = false;
  try {
    return await knex.transaction(async (transaction) => {
      await rowsOf(transaction, `select pg_advisory_xact_lock(hashtextextended('tasks ' || ?::text, 0))`, [
        task.userId,
      ]);
      const made = await insertTask(transaction, task, about);
      if (made && (await countOpenTasks(transaction, task.userId, mostOpen + 1)) > mostOpen)
        throw new TooManyError();
      isToCommit = true;
      return made;
    });
  } catch (error) {
    if (error instanceof TooManyError) return 'too-many';
    if (!isToCommit) throw new UnwrittenError('The task was not written down', { cause: error });
    throw error;
  }
}
