import type { Knex } from 'knex';

/**
 * One row that every change locks and counts up, so that the order of versions is the order of commits. It
 * starts at 1: a caller with nothing asks for what came after 0 and gets everything.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('versions', (table) => {
    table.boolean('only_row').primary().defaultTo(true);
    table.bigInteger('keys_version').notNullable().defaultTo(1);
    table.bigInteger('catalog_version').notNullable().defaultTo(1);
    table.check('only_row');
  });
  await knex('versions').insert({ only_row: true });
}
