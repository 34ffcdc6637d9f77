import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/** The task that a hold of the ledger is of. */
export interface Holder {
  holdId: string;
  taskId: string;
  /** It has not ended, or the ledger has not confirmed its end: that ends the hold. */
  open: boolean;
}

/** The tasks of holds; holds of no task are left out. */
export function findHolders(knex: Knex, holdIds: readonly string[]): Promise<Holder[]> {
  return rowsOf<Holder>(
    knex,
    `select hold_id as "holdId", id as "taskId", state not in ('succeeded', 'failed')
       or exists (select from outbox where outbox.close_id = task.close_id) as open
     from task where hold_id = any (?::uuid[])`,
    [holdIds],
  );
}
