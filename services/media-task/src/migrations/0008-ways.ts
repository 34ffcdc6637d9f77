import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * How a worker may send a task that its client was answered before: written with the hold, so that whoever finds the task
 * `held` with its ways may send it, and whoever finds it without may not.
 */
export const ways: Migration = {
  name: '0008-ways',
  up: async (knex) => {
    await knex.raw('alter table task add ways jsonb');
  },
};
