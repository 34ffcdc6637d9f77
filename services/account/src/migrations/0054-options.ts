import type { Knex } from 'knex';

/** What root said of the installation in the console, by name; what was never said has a default in the code. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('options', (table) => {
    table.text('name').primary();
    table.jsonb('value').notNullable();
    table.timestamp('changed_at').notNullable().defaultTo(knex.fn.now());
  });
}
