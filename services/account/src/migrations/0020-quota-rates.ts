import type { Knex } from 'knex';

/** What a dollar of quota is worth in yuan, and in a unit of the site's own: decimal numbers as text. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('site', (table) => {
    table.text('usd_rate').notNullable().defaultTo('7.3');
    table.text('custom_rate').notNullable().defaultTo('1');
  });
}
