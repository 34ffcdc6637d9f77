import type { Migration } from '@headgate/runtime/postgres/migrate';

/**
 * What is kept in the store, and for how long. A row is there before its file: whatever a process that died left in the
 * store is found by it and removed.
 */
export const files: Migration = {
  name: '0004-files',
  up: async (knex) => {
    await knex.raw(`
      create table file (
        key text primary key,
        purpose text not null check (purpose in ('upload', 'reference', 'result')),
        user_id bigint not null,
        type text not null,
        size_bytes bigint not null check (size_bytes >= 0),
        sha256 bytea,
        state text not null check (state in ('awaited', 'arriving', 'kept')),
        token_hash bytea unique,
        made_at timestamptz not null default now(),
        put_until timestamptz,
        lease_until timestamptz,
        drop_at timestamptz not null,
        check ((purpose = 'upload') = (token_hash is not null)),
        check ((purpose = 'upload') = (put_until is not null)),
        check (state <> 'awaited' or purpose = 'upload')
      );
      create index file_due on file (drop_at);
      create index upload_of_user on file (user_id, made_at) where purpose = 'upload';
    `);
  },
};
