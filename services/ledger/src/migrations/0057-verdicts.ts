import type { Migration } from '@headgate/runtime/postgres/migrate';

/** What each run of `verify` found. Numbers are taken when a run begins: the newest is the one that saw the books last. */
export const verdicts: Migration = {
  name: '0057-verdicts',
  up: async (knex) => {
    await knex.raw(`
      create sequence verdict_no;
      create table verdict (
        verdict_no bigint primary key,
        began_at timestamptz not null,
        ended_at timestamptz not null,
        entries bigint not null,
        contradictions bigint not null
      );
    `);
  },
};
