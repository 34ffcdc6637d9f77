import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * Purses, slices, runs, entries, usage and prices. `entry` and `usage` are cut by their id, a UUIDv7: a
 * unique id across partitions cut by another column cannot be enforced, and the id is what makes a second
 * delivery a no-op. Purse ids sort by bytes, so that every database locks them in the same order.
 */
export const firstLight: Migration = {
  name: '0001-first-light',
  up: async (knex) => {
    await knex.raw(`
      create table purse (
        id text collate "C" primary key,
        granted bigint not null default 0,
        used bigint not null default 0,
        held bigint not null default 0 check (held >= 0),
        unlimited boolean not null,
        opened_at timestamptz not null default now()
      ) with (fillfactor = 70);

      create table grant_source (
        purse text collate "C" not null references purse,
        source text collate "C" not null,
        total bigint not null,
        primary key (purse, source)
      );

      create table run (
        id uuid primary key,
        seen_at timestamptz not null default now(),
        beats bigint not null default 0,
        open_requests bigint not null default 0,
        applied_seq bigint not null default 0,
        last_seq bigint,
        finished_at timestamptz,
        reclaimed boolean not null default false,
        released bigint not null default 0
      ) with (fillfactor = 70);
      create index run_unfinished on run (id) where finished_at is null;

      create table slice (
        run uuid not null references run,
        path_id uuid not null,
        path text[] collate "C" not null,
        granted bigint not null,
        returned bigint not null default 0,
        consumed bigint not null default 0,
        draw_no bigint not null,
        primary key (run, path_id),
        check (returned >= 0 and consumed >= 0 and granted - returned - consumed >= 0)
      ) with (fillfactor = 70);
      create index slice_path on slice using gin (path);

      create table entry (
        id uuid primary key,
        kind text not null check (kind in ('settle', 'interrupted', 'refund', 'grant', 'adjust')),
        ref text,
        path text[] collate "C" not null,
        amount bigint not null,
        overrun bigint not null default 0,
        late boolean not null default false,
        price_version bigint,
        input_hash bytea not null,
        batch_no bigint,
        booked_at timestamptz not null default now()
      ) partition by range (id);
      create table entry_default partition of entry default;

      create table usage (
        id uuid primary key,
        run uuid not null,
        key_id bigint not null,
        user_id bigint not null,
        model text not null,
        price_model text not null,
        group_name text not null,
        channel_id bigint not null,
        input_fresh bigint not null,
        input_cache_read bigint not null,
        input_cache_write bigint not null,
        output_visible bigint not null,
        output_reasoning bigint not null,
        calls bigint not null,
        usage_source text not null,
        ending text not null,
        status integer not null,
        stream boolean not null,
        attempts integer not null,
        reserved bigint not null,
        consumed bigint not null,
        amount bigint not null,
        price_version bigint not null,
        catalog_version bigint not null,
        started_at timestamptz not null,
        duration_ms integer not null,
        first_byte_ms integer not null
      ) partition by range (id);
      create table usage_default partition of usage default;

      create table cursor (
        stream text primary key,
        stream_created text not null,
        last_seq bigint not null,
        last_msg_id text not null,
        batch_no bigint not null default 0,
        moved_at timestamptz not null default now()
      );

      create table parked (
        seq bigint generated always as identity primary key,
        id uuid,
        reason text not null,
        payload bytea not null,
        parked_at timestamptz not null default now()
      );
      create unique index parked_once on parked (reason, sha256(payload));

      create table price_version (
        id boolean primary key default true check (id),
        version bigint not null,
        changed_at timestamptz not null default now()
      );
      insert into price_version (version) values (0);

      create table price (
        model text collate "C" not null,
        from_version bigint not null,
        row jsonb,
        primary key (model, from_version)
      );

      create table group_ratio (
        group_name text collate "C" not null,
        from_version bigint not null,
        ratio text,
        primary key (group_name, from_version)
      );
    `);
  },
};
