import type { Migration } from '@headgate/runtime/postgres/migrate';

/** Tasks by what their clients call them, also those that may never have come to a vendor. */
export const externalFinds: Migration = {
  name: '0021-external-finds',
  up: async (knex) => {
    await knex.raw(`
      create index task_external_find on task (user_id, external_id)
        where external_id is not null and not is_refused;
    `);
  },
};
