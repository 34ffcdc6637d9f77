import type { Migration } from '@headgate/runtime/postgres/migrate';

/** Pages of a user's tasks of all dialects together, the newest first; those of everybody go along `seq`. */
export const records: Migration = {
  name: '0009-records',
  up: async (knex) => {
    await knex.raw('create index task_record on task (user_id, seq desc) where deleted_at is null');
  },
};
