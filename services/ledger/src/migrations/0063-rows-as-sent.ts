import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * Rows as they are sent, one array of them for a statement (`../postgres/insert-rows.ts`): PostgreSQL takes a third of the time
 * that one array for each column took it. A column that is sent anew needs a type of another name, since the release before
 * goes on to send its own while a rollout lasts.
 */
export const rowsAsSent: Migration = {
  name: '0063-rows-as-sent',
  up: async (knex) => {
    await knex.raw(`
      create type entry_sent as (
        id uuid,
        kind text,
        ref text,
        path text,
        amount bigint,
        overrun bigint,
        late boolean,
        price_version bigint,
        input_hash bytea
      );

      create type parked_sent as (
        id uuid,
        reason text,
        payload bytea
      );

      create type usage_sent as (
        id uuid,
        run uuid,
        hold_id uuid,
        key_id bigint,
        user_id bigint,
        model text,
        price_model text,
        group_name text,
        channel_id bigint,
        input_fresh bigint,
        input_cache_read bigint,
        input_cache_write bigint,
        input_cache_write_1h bigint,
        output_visible bigint,
        output_reasoning bigint,
        input_audio bigint,
        input_image bigint,
        output_audio bigint,
        calls bigint,
        metered text,
        usage_source text,
        ending text,
        status integer,
        stream boolean,
        attempts integer,
        reserved bigint,
        consumed bigint,
        amount bigint,
        price_version bigint,
        catalog_version bigint,
        started_at timestamptz,
        duration_ms integer,
        first_byte_ms integer
      );
    `);
  },
};
