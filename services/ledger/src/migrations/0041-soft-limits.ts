import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * Notices of soft limits. `notice_at` is what a purse may use until notice is due, and null once it was given: settling
 * compares two numbers. Notices are numbered by a row that stays locked until the commit, so that who has read up to a
 * number misses none below it.
 */
export const softLimits: Migration = {
  name: '0041-soft-limits',
  up: async (knex) => {
    await knex.raw(`
      alter table purse
        add column soft_limit_percent smallint check (soft_limit_percent between 1 and 100),
        add column notice_at bigint;

      create table notice (
        seq bigint primary key,
        id uuid not null unique,
        purse text collate "C" not null references purse,
        kind text not null check (kind in ('soft_limit')),
        used bigint not null,
        granted bigint not null,
        percent smallint not null,
        at timestamptz not null default clock_timestamp()
      );
      create index notice_at on notice (at);

      create table notice_end (
        one boolean primary key default true check (one),
        last_seq bigint not null default 0
      );
      insert into notice_end default values;
    `);
  },
};
