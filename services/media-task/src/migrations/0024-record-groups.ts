import type { Migration } from '@headgate/runtime/postgres/migrate';

/** What pages of a million tasks are found by where all tasks before them are of other channels or groups. */
export const recordGroups: Migration = {
  name: '0024-record-groups',
  up: async (knex) => {
    await knex.raw(`
      create index task_record_channel on task (channel_id, seq desc);
      create index task_record_group on task ("group", seq desc);
    `);
  },
};
