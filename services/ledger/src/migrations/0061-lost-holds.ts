import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * Holds that a person released because no task would end them, with who did and why. Only ever appended: the hold's own row is
 * forgotten a month after it ended.
 */
export const lostHolds: Migration = {
  name: '0061-lost-holds',
  up: async (knex) => {
    await knex.raw(`
      create table lost_hold (
        seq bigint generated always as identity primary key,
        id uuid not null,
        path text[] collate "C" not null,
        amount bigint not null,
        ref text not null,
        made_at timestamptz not null,
        actor text not null,
        reason text not null,
        released_at timestamptz not null default now()
      );
    `);
  },
};
