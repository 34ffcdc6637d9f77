import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * What pages of a million tasks are found by, the newest first, where all tasks before them are others': by dialect, key, model
 * or state; and by time, which leads to the `seq` between which they lie.
 */
export const recordFilters: Migration = {
  name: '0020-record-filters',
  up: async (knex) => {
    await knex.raw(`
      create index task_record_surface on task (surface, seq desc);
      create index task_record_key on task (key_id, seq desc);
      create index task_record_model on task (model, seq desc);
      create index task_record_state on task (state, seq desc);
      create index task_record_time on task (created_at);
    `);
  },
};
