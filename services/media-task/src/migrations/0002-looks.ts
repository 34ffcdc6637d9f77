import type { Migration } from '@headgate/runtime/postgres/migrate';

/** When a worker last took a task up, so that a client's question may hasten the next time; and what pruning asks. */
export const looks: Migration = {
  name: '0002-looks',
  up: async (knex) => {
    await knex.raw(`
      alter table task add looked_at timestamptz not null default now();
      create index task_of_account on task (account_id);
      create index task_finished on task (finished_at) where finished_at is not null;
    `);
  },
};
