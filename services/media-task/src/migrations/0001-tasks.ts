import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * Tasks, the credentials that submitted them, and what the ledger has yet to hear. Upstream ids have no bound: some
 * vendors' are long.
 */
export const tasks: Migration = {
  name: '0001-tasks',
  up: async (knex) => {
    await knex.raw(`
      create table account (
        id bigint primary key generated always as identity,
        fingerprint bytea not null unique,
        channel_id bigint not null,
        provider text not null,
        base_url text not null,
        traits jsonb not null,
        sealed_key bytea,
        made_at timestamptz not null default now()
      );

      create table task (
        id text primary key,
        seq bigint not null unique generated always as identity,
        close_id uuid not null unique,
        hold_id uuid not null unique,
        surface text not null,
        action text not null,
        state text not null check
          (state in ('intended', 'held', 'submitting', 'queued', 'running', 'succeeded', 'failed')),
        key_id bigint not null,
        user_id bigint not null,
        "group" text not null,
        path text[] collate "C" not null,
        model text not null,
        price_model text not null,
        catalog_version bigint not null,
        price_version bigint not null,
        amount bigint not null check (amount >= 0),
        usage bytea not null,
        wish jsonb not null,
        attempts integer not null default 0,
        account_id bigint references account,
        channel_id bigint not null default 0,
        upstream_model text not null default '',
        upstream_id text,
        upstream_state jsonb not null default '{}',
        progress smallint not null default 0 check (progress between 0 and 100),
        result jsonb,
        failure jsonb,
        trouble jsonb,
        created_at timestamptz not null default now(),
        submitted_at timestamptz,
        finished_at timestamptz,
        due_at timestamptz not null,
        deadline_at timestamptz not null,
        lease_owner uuid,
        lease_until timestamptz,
        idempotency_key text,
        request_hash bytea,
        remixed_from text,
        deleted_at timestamptz,
        check ((state in ('succeeded', 'failed')) = (finished_at is not null)),
        check (state <> 'succeeded' or result is not null),
        check ((state = 'failed') = (failure is not null)),
        check (state not in ('queued', 'running') or upstream_id is not null)
      ) with (fillfactor = 80);
      create unique index task_idempotency on task (key_id, idempotency_key) where idempotency_key is not null;
      create index task_due on task (due_at) where state not in ('succeeded', 'failed');
      create index task_open_channel on task (channel_id) where state not in ('succeeded', 'failed');
      create index task_open_user on task (user_id) where state not in ('succeeded', 'failed');
      create index task_of_user on task (user_id, surface, seq desc);

      create table outbox (
        close_id uuid primary key,
        hold_id uuid not null,
        kind text not null check (kind in ('close', 'release')),
        close bytea,
        made_at timestamptz not null default now(),
        due_at timestamptz not null default now(),
        tries integer not null default 0,
        check ((kind = 'close') = (close is not null))
      );
      create index outbox_due on outbox (due_at);
    `);
  },
};
