import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * From which id on the usage log is kept: what is older may be gone, and nobody must call that a contradiction. For the
 * same reason a run says when it was first heard of: the closes of older ones may be gone.
 */
export const usageRetention: Migration = {
  name: '0013-usage-retention',
  up: async (knex) => {
    await knex.raw(`
      create table usage_kept (
        one boolean primary key default true check (one),
        first_id uuid not null,
        since timestamptz not null
      );
      insert into usage_kept (first_id, since) values ('00000000-0000-0000-0000-000000000000', '-infinity');
      alter table run add column made_at timestamptz not null default now();
    `);
  },
};
