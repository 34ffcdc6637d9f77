import type { Knex } from 'knex';

/** What the whole installation is called and how it shows quota. One row, absent until a file names it. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('site', (table) => {
    table.boolean('only_row').primary().defaultTo(true);
    table.text('name').notNullable();
    table.text('quota_display').notNullable();
    table.check('only_row');
  });
}
