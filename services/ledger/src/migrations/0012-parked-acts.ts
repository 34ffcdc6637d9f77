import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * What people did to parked events. Only ever appended: how an event stands is what its acts say, and what came stays
 * as it came.
 */
export const parkedActs: Migration = {
  name: '0012-parked-acts',
  up: async (knex) => {
    await knex.raw(`
      create table parked_act (
        seq bigint generated always as identity primary key,
        parked bigint not null references parked,
        kind text not null check (kind in ('repaired', 'replayed', 'dropped')),
        actor text not null,
        reason text not null,
        outcome text not null default '',
        content bytea,
        acted_at timestamptz not null default now(),
        check ((kind = 'repaired') = (content is not null))
      );
      create index parked_act_of on parked_act (parked, seq);
    `);
  },
};
