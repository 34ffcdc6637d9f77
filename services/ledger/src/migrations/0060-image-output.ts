import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * Tokens of images that were made are among those of the output, as in the usage log, where they have a price of their own as well.
 * Those of requests that were added before are added now: who verifies replays all by the same view. Who is at it already sees the
 * rows of before, and is waited for. The view comes last: until the end of the step nobody can read it, as each refund does.
 */
export const imageOutput: Migration = {
  name: '0060-image-output',
  up: async (knex) => {
    await knex.raw(`
      lock table verdict in share update exclusive mode;
      select 1 from statistic_position for update;

      create function image_output_of(metered jsonb) returns bigint immutable strict parallel safe language sql
        return (
          select least(coalesce(sum((item ->> 'quantity')::bigint), 0), 1000000000000)
          from jsonb_array_elements(metered) as item where item ->> 'unit' = 'image_output_token');

      update statistic set output_visible = output_visible + missing.tokens
      from (
        select span, user_id * of_user as user_id, at - at % seconds as bucket, key_id * of_user as key_id, model, channel_id,
          group_name, sum(tokens)::bigint as tokens
        from (
          select user_id, id_seconds(id) as at, key_id, model, channel_id, group_name,
            image_output_of(metered) as tokens
          from usage where metered is not null and batch_no <= (select batch_no from statistic_position)
        ) as added, (values ('hour', 3600), ('day', 86400)) as spans (span, seconds), (values (0), (1)) as scopes (of_user)
        where tokens > 0 group by 1, 2, 3, 4, 5, 6, 7
      ) as missing
      where (statistic.span, statistic.user_id, statistic.bucket, statistic.key_id) =
          (missing.span, missing.user_id, missing.bucket, missing.key_id)
        and (statistic.model, statistic.channel_id, statistic.group_name) =
          (missing.model, missing.channel_id, missing.group_name);

      create or replace view counted_usage as
        select id, batch_no, user_id, id_seconds(id) - id_seconds(id) % 3600 as bucket, key_id, model, channel_id,
          group_name, 1 as requests, (usage_source = 'none')::int as failures, stream::int as streams,
          least(input_fresh, 1000000000000) as input_fresh,
          least(input_cache_read, 1000000000000) as input_cache_read,
          least(input_cache_write, 1000000000000) + least(input_cache_write_1h, 1000000000000) as input_cache_write,
          least(input_audio, 1000000000000) as input_audio,
          least(input_image, 1000000000000) as input_image,
          least(output_visible, 1000000000000) + coalesce(image_output_of(metered), 0) as output_visible,
          least(output_reasoning, 1000000000000) as output_reasoning,
          least(output_audio, 1000000000000) as output_audio,
          duration_ms, first_byte_ms, least(amount, 1000000000000000) as amount, 0::bigint as refunded
        from usage;
    `);
  },
};
