import type { Migration } from '@headgate/runtime/postgres/migrate';

/** What clients call their tasks themselves, once per user; an id whose create was refused is free again. */
export const externalIds: Migration = {
  name: '0006-external-ids',
  up: async (knex) => {
    await knex.raw(`
      alter table task add external_id text;
      create unique index task_external on task (user_id, external_id)
        where external_id is not null and (state <> 'failed' or upstream_id is not null);
    `);
  },
};
