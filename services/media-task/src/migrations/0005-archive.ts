import type { Migration } from '@headgate/runtime/postgres/migrate';

/** Results that are to be copied to the store: the task has ended, and was billed, before. */
export const archive: Migration = {
  name: '0005-archive',
  up: async (knex) => {
    await knex.raw(`
      create table archive (
        task_id text primary key references task on delete cascade,
        tries integer not null default 0,
        due_at timestamptz not null default now()
      );
      create index archive_due on archive (due_at);
    `);
  },
};
