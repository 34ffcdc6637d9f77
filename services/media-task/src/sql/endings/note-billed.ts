import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/** What the ledger billed for the close of a task. */
export interface Billed {
  closeId: string;
  amount: bigint;
}

/** Notes what tasks were billed in place of what was held for them: a vendor may have counted something else. */
export async function noteBilled(knex: Knex, billed: readonly Billed[]): Promise<void> {
  if (billed.length === 0) return;
  await rowsOf(
    knex,
    `update task set amount = billed.amount
     from unnest(?::uuid[], ?::bigint[]) as billed (close_id, amount)
     where task.close_id = billed.close_id and task.amount <> billed.amount`,
    [billed.map(({ closeId }) => closeId), billed.map(({ amount }) => amount)],
  );
}
