import type { Migration } from '@headgate/runtime/postgres/migrate';

/** Tasks that a client was told of while another of its requests still sent them: none of these is refused any more. */
export const told: Migration = {
  name: '0022-told',
  up: async (knex) => {
    await knex.raw('alter table task add is_told boolean not null default false');
  },
};
