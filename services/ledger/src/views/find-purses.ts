import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { Purse } from '../book/purses/purse.ts';

/** Purses as they are, in the order of their ids; unknown ones are left out. */
export function findPurses(database: Knex, ids: readonly string[]): Promise<Purse[]> {
  return rowsOf<Purse>(
    database,
    `select id, granted, used, held, unlimited from purse where id = any (?::text[]) order by id`,
    [ids],
  );
}
