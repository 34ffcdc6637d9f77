import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * What media tasks hold. A hold that was released or closed before it came is a row without path and amount: a
 * tombstone, which refuses it. The usage of a task has no run.
 */
export const holds: Migration = {
  name: '0011-holds',
  up: async (knex) => {
    await knex.raw(`
      create table hold (
        id uuid primary key,
        path text[] collate "C",
        amount bigint not null default 0 check (amount >= 0),
        ref text not null default '',
        state text not null check (state in ('held', 'released', 'closed')),
        closed_by uuid,
        made_at timestamptz not null default now(),
        ended_at timestamptz,
        check (state <> 'held' or path is not null),
        check ((state = 'closed') = (closed_by is not null)),
        check ((state = 'held') = (ended_at is null))
      ) with (fillfactor = 70);
      create index hold_open on hold (made_at) where state = 'held';
      create index hold_ended on hold (ended_at) where state <> 'held';

      alter table usage alter column run drop not null, add column hold_id uuid;
    `);
  },
};
