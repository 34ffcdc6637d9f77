import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * Pages of records are read newest first, from an id on: by user, key, channel or model, each by an index that ends
 * in the id, and all by the id alone. What failed, and what moved a purse without a request, is rare among the rest.
 */
export const recordPages: Migration = {
  name: '0021-record-pages',
  up: async (knex) => {
    await knex.raw(`
      create function first_id_at(seconds bigint) returns uuid immutable strict parallel safe language sql
        return (lpad(to_hex(seconds * 1000), 12, '0') || repeat('0', 20))::uuid;

      create index usage_user on usage (user_id, id);
      create index usage_key on usage (key_id, id);
      create index usage_channel on usage (channel_id, id);
      create index usage_model on usage (model, id);
      create index usage_failed on usage (id) where usage_source = 'none';
      create index usage_failed_user on usage (user_id, id) where usage_source = 'none';

      create index entry_without_request on entry (kind, id) where kind in ('refund', 'grant', 'adjust');
      create index entry_moved on entry using gin (path) where kind in ('refund', 'grant', 'adjust');
    `);
  },
};
