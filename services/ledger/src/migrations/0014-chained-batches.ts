import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * Entries are booked in batches, each of which carries the hash of the one before it in its chain. What was booked before
 * there were chains stays outside of them, counted. Batches have the time of their booking: the last index finds balances
 * of past moments.
 */
// contracts: before the first release, the code before wrote the column.
export const chainedBatches: Migration = {
  name: '0014-chained-batches',
  up: async (knex) => {
    await knex.raw(`
      create sequence batch_no;
      create table entry_batch (
        batch_no bigint primary key,
        chain text not null,
        link_no bigint not null,
        format smallint not null,
        first_id uuid not null,
        last_id uuid not null,
        entries bigint not null,
        sum numeric not null,
        booked_at timestamptz not null,
        previous_hash bytea not null,
        hash bytea not null,
        unique (chain, link_no)
      );
      create index entry_batch_booked on entry_batch (booked_at);

      create table chain (
        name text primary key,
        link_no bigint not null default 0,
        hash bytea not null default decode(repeat('00', 32), 'hex')
      ) with (fillfactor = 10);
      insert into chain (name) values ('closes'), ('calls');

      create table unchained (
        one boolean primary key default true check (one),
        entries bigint not null,
        sum numeric not null
      );
      insert into unchained (entries, sum) select count(*), coalesce(sum(amount), 0) from entry;

      select setval('batch_no', 1 + coalesce((select max(batch_no) from cursor), 0), false);
      update entry set batch_no = null where batch_no is not null;
      alter table cursor drop column batch_no;
      create index entry_of_batch on entry (batch_no);
    `);
  },
};
