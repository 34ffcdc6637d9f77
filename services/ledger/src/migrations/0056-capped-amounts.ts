import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * An amount beyond 10^15 units, two thousand million dollars for one request, is added up as that many: two of those that a
 * purse takes leave the range of the sums of everybody, which would then stand still for good.
 */
export const cappedAmounts: Migration = {
  name: '0056-capped-amounts',
  up: async (knex) => {
    await knex.raw(`
      create or replace view counted_usage as
        select id, batch_no, user_id, id_seconds(id) - id_seconds(id) % 3600 as bucket, key_id, model, channel_id,
          group_name, 1 as requests, (usage_source = 'none')::int as failures, stream::int as streams,
          least(input_fresh, 1000000000000) as input_fresh,
          least(input_cache_read, 1000000000000) as input_cache_read,
          least(input_cache_write, 1000000000000) + least(input_cache_write_1h, 1000000000000) as input_cache_write,
          least(input_audio, 1000000000000) as input_audio,
          least(input_image, 1000000000000) as input_image,
          least(output_visible, 1000000000000) as output_visible,
          least(output_reasoning, 1000000000000) as output_reasoning,
          least(output_audio, 1000000000000) as output_audio,
          duration_ms, first_byte_ms, least(amount, 1000000000000000) as amount, 0::bigint as refunded
        from usage;
    `);
  },
};
