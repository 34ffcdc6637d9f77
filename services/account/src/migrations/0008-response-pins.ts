import type { Knex } from 'knex';

/**
 * An upstream keeps a response for the account of one credential alone. Unique by owner too, so that no
 * upstream's id can stand in the way of another key's.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('response_pins', (table) => {
    table.text('response_id').notNullable();
    table.bigInteger('key_id').notNullable();
    table.bigInteger('channel_id').notNullable();
    table.binary('credential_hash').notNullable();
    // The sweep goes by it.
    table.timestamp('noted_at').notNullable().defaultTo(knex.fn.now()).index();
    table.primary(['response_id', 'key_id']);
  });
}
