import type { Migration } from '@headgate/runtime/postgres/migrate';

/** Tasks whose clients were refused: they stay for the books, and are no client's. */
export const refused: Migration = {
  name: '0007-refused',
  up: async (knex) => {
    await knex.raw('alter table task add is_refused boolean not null default false');
  },
};
