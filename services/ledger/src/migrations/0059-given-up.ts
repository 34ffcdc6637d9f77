import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * What slices consumed by closes that were given up. No entry says so: it is billed to nobody, and held for nobody any more. What was
 * given up before stays held until its run is over.
 */
export const givenUp: Migration = {
  name: '0059-given-up',
  up: async (knex) => {
    await knex.raw(`
      create table given_up (
        parked bigint primary key references parked,
        run uuid not null,
        path_id uuid not null,
        units bigint not null check (units > 0)
      );
    `);
  },
};
