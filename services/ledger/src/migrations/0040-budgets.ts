import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * What keys and users may spend within windows of time. The purse of a window is opened when somebody first names it,
 * with what stands here, and each is a grant that nobody asked for: pages of grants leave these out, by an index that
 * does too.
 */
export const budgets: Migration = {
  name: '0040-budgets',
  up: async (knex) => {
    await knex.raw(`
      create table budget (
        owner text collate "C" not null,
        period text not null check (period in ('day', 'week', 'month')),
        time_zone text not null,
        units bigint not null check (units >= 0),
        primary key (owner, period)
      );

      drop index entry_without_request;
      create index entry_without_request on entry (kind, id)
        where kind in ('refund', 'grant', 'adjust') and ref is distinct from 'budget';
    `);
  },
};
