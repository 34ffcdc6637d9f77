import type { Migration } from '@headgate/runtime/postgres/migrate';

/** What was billed within a realtime session is found by the session's id, which is all that its client knows. */
export const partsOfSessions: Migration = {
  name: '0062-parts-of-sessions',
  up: async (knex) => {
    await knex.raw(
      `create index entry_of_session on entry (ref) where ref is not null and kind in ('settle', 'interrupted')`,
    );
  },
};
