import { rowsOf } from '@headgate/runtime/postgres/rows';
import { allowSilence } from '@headgate/runtime/postgres/silence';
import type { Knex } from 'knex';

export interface Balance {
  granted: bigint;
  used: bigint;
}

/** Years of entries may have to be summed up: longer than other statements may take. `headgate ledger balance` waits longer. */
const statementTimeout = '60s';

/**
 * What a purse was granted and had used at a moment; undefined when there is no such purse. It is what the purse says now
 * less what was booked since, because most questions are about the last days. Entries of a time are found by their
 * batches, those of before there were batches by theirs alone.
 */
export function findBalanceAt(database: Knex, purse: string, atMs: number): Promise<Balance | undefined> {
  return database.transaction(async (transaction) => {
    await rowsOf(transaction, `set local statement_timeout = '${statementTimeout}'`, []);
    return allowSilence(transaction, () => sumUp(transaction, purse, new Date(atMs).toISOString()));
  });
}

async function sumUp(database: Knex, purse: string, at: string): Promise<Balance | undefined> {
  const [balance] = await rowsOf<Balance>(
    database,
    `with since as (
       select entry.kind in ('grant', 'adjust') as is_grant, amount from entry
       where batch_no >= (select min(batch_no) from entry_batch where booked_at > ?::timestamptz)
         and booked_at > ?::timestamptz and path @> array[?]
       union all
       select kind in ('grant', 'adjust'), amount from entry
       where batch_no is null and booked_at > ?::timestamptz and path @> array[?])
     select granted - coalesce((select sum(amount) from since where is_grant), 0)::bigint as granted,
       used - coalesce((select sum(amount) from since where not is_grant), 0)::bigint as used
     from purse where id = ?`,
    [at, at, purse, at, purse, purse],
  );
  return balance;
}
