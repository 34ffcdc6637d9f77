import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * Cache writes that are kept for an hour, and what is not counted in tokens: null where a request used none. A group's
 * ratios of single models: null where it has none. Defaults serve a ledger of before, which writes none of them.
 * Statistics add up cache writes for however long.
 */
export const pricedUnits: Migration = {
  name: '0030-priced-units',
  up: async (knex) => {
    await knex.raw(`
      alter table usage
        add column input_cache_write_1h bigint not null default 0,
        add column metered jsonb;
      alter table group_ratio add column models jsonb;

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
          duration_ms, first_byte_ms, amount, 0::bigint as refunded
        from usage;
    `);
  },
};
