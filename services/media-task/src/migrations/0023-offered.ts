import type { Migration } from '@headgate/runtime/postgres/migrate';

/** Which credentials channels have now: what waits is sent with none that was taken away, nor over a channel that is off. */
export const offered: Migration = {
  name: '0023-offered',
  up: async (knex) => {
    await knex.raw('alter table account add is_offered boolean not null default true');
  },
};
