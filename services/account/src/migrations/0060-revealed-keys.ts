import type { Knex } from 'knex';

/** Keys that people make can be shown to them again: sealed, like the credentials of channels. Those of files are not kept. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('keys', (table) => {
    table.binary('sealed_text');
  });
  await knex.raw('create index keys_of_user on keys (user_id, id) where not removed');
  await knex.raw('create index keys_present on keys (id) where not removed');
}
