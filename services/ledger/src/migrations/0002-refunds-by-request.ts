import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * A refund may be no larger than what its request was billed less what was refunded before: those must be found
 * without reading every entry. New partitions are made like `entry`, and so have the index as well.
 */
export const refundsByRequest: Migration = {
  name: '0002-refunds-by-request',
  up: async (knex) => {
    await knex.raw(`create index entry_refund on entry (ref) where kind = 'refund'`);
  },
};
