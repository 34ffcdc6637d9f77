import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/** Removes tasks that ended so long ago, and that the ledger knows the end of; at most so many. Returns how many. */
export async function pruneTasks(
  knex: Knex,
  { olderThanMs, limit }: { olderThanMs: number; limit: number },
): Promise<number> {
  const rows = await rowsOf(
    knex,
    `delete from task where id in (
       select id from task
       where finished_at < now() - ? * interval '1 ms'
         and not exists (select from outbox where outbox.close_id = task.close_id)
       order by finished_at limit ? for update skip locked
     ) returning id`,
    [olderThanMs, limit],
  );
  return rows.length;
}

/**
 * Removes credentials that no task needs, and that none was submitted with for so long. Those of a channel go together: where
 * one is refused, another is asked. Returns how many.
 */
export async function pruneAccounts(
  knex: Knex,
  { unusedForMs, limit }: { unusedForMs: number; limit: number },
): Promise<number> {
  const rows = await rowsOf(
    knex,
    `delete from account where id in (
       select id from account
       where made_at < now() - ? * interval '1 ms' and not exists (
         select from account as own join task on account_id = own.id where own.channel_id = account.channel_id
       )
       limit ? for update skip locked
     ) returning id`,
    [unusedForMs, limit],
  );
  return rows.length;
}
