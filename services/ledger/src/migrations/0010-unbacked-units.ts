import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * What closes consumed beyond what their slice held. With it `consumed + unbacked` is exactly the sum of the closes, and
 * so a slice can be rebuilt from them.
 */
export const unbackedUnits: Migration = {
  name: '0010-unbacked-units',
  up: async (knex) => {
    await knex.raw('alter table slice add column unbacked bigint not null default 0');
  },
};
