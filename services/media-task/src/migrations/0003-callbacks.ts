import type { Migration } from '@headgate/runtime/postgres/migrate';

/** Whom a client wants to be told of the end of a task; a row is due from the moment that the task ends. */
export const callbacks: Migration = {
  name: '0003-callbacks',
  up: async (knex) => {
    await knex.raw(`
      alter table task add callback jsonb;
      create table callback (
        task_id text primary key references task on delete cascade,
        url text not null,
        base_url text not null,
        tries integer not null default 0,
        due_at timestamptz not null default now(),
        problem text not null default ''
      );
      create index callback_due on callback (due_at);
    `);
  },
};
