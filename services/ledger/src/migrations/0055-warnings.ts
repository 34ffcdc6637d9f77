import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * Notices of what is left. `warn_below` is what the owner wants to be told of, `warning_at` the use at which that is due, and null
 * once it was given: settling compares two numbers, as for soft limits.
 */
export const warnings: Migration = {
  name: '0055-warnings',
  up: async (knex) => {
    await knex.raw(`
      alter table purse
        add column warn_below bigint check (warn_below > 0),
        add column warning_at bigint;

      alter table notice
        drop constraint notice_kind_check,
        add constraint notice_kind_check check (kind in ('soft_limit', 'low_balance')),
        alter column percent drop not null,
        add column below bigint;
    `);
  },
};
