import type { Knex } from 'knex';

/** Names for people to end their sessions by: the hash of a token is not for showing. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('sessions', (table) => {
    table.specificType('id', 'bigserial').notNullable().unique();
  });
}
