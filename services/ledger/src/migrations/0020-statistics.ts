import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * Sums by hour and by day. A row is one combination of user, key, model, channel and group; user 0 with key 0 is
 * everybody, so that pages about all need not add up every key. The bucket is the Unix second at which the hour or
 * day began, in UTC, by the time in the request's id: partitions are cut by the same time, and so a partition has
 * whole buckets. `statistic_position` says up to which batch requests are added. The view is what one request adds: a
 * count beyond 10^12 is no count, and adding it up could leave the column's range.
 */
export const statistics: Migration = {
  name: '0020-statistics',
  up: async (knex) => {
    await knex.raw(`
      alter table usage add column batch_no bigint not null default 0;
      create index usage_batch on usage (batch_no);

      create function id_seconds(id uuid) returns bigint immutable strict parallel safe language sql
        return ('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000;

      create table statistic (
        span text collate "C" not null check (span in ('hour', 'day')),
        user_id bigint not null,
        bucket bigint not null,
        key_id bigint not null,
        model text collate "C" not null,
        channel_id bigint not null,
        group_name text collate "C" not null,
        requests bigint not null,
        failures bigint not null,
        streams bigint not null,
        input_fresh bigint not null,
        input_cache_read bigint not null,
        input_cache_write bigint not null,
        input_audio bigint not null,
        input_image bigint not null,
        output_visible bigint not null,
        output_reasoning bigint not null,
        output_audio bigint not null,
        duration_ms bigint not null,
        first_byte_ms bigint not null,
        amount bigint not null,
        refunded bigint not null,
        primary key (span, user_id, bucket, key_id, model, channel_id, group_name)
      ) with (fillfactor = 70);

      create table statistic_position (
        id boolean primary key default true check (id),
        batch_no bigint not null
      );
      insert into statistic_position (batch_no) values (-1);

      create view counted_usage as
        select id, batch_no, user_id, id_seconds(id) - id_seconds(id) % 3600 as bucket, key_id, model, channel_id,
          group_name, 1 as requests, (usage_source = 'none')::int as failures, stream::int as streams,
          least(input_fresh, 1000000000000) as input_fresh,
          least(input_cache_read, 1000000000000) as input_cache_read,
          least(input_cache_write, 1000000000000) as input_cache_write,
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
