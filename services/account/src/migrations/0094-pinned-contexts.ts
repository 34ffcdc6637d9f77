import type { Knex } from 'knex';

/** What an answer that goes on from a response reads of it: the request shows a name alone, and has to be held for. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('response_pins', (table) => {
    table.bigInteger('context_tokens').notNullable().defaultTo(0);
  });
}
