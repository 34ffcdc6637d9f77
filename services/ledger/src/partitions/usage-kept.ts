import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/** The usage log may miss what has a smaller id. */
export async function readKept(database: Knex): Promise<{ firstId: string }> {
  const [kept] = await rowsOf<{ firstId: string }>(
    database,
    'select first_id as "firstId" from usage_kept',
    [],
  );
  if (!kept) throw new Error('the table usage_kept is empty');
  return kept;
}
