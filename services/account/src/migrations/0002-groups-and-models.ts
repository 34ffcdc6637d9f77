import type { Knex } from 'knex';

/** Prices and ratios are the ledger's: here are names, and what a gateway must know of a model. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('groups', (table) => {
    table.text('name').primary();
    table.boolean('from_config').notNullable();
  });
  await knex.schema.createTable('models', (table) => {
    table.text('name').primary();
    table.text('kind').notNullable().checkIn(['text', 'media']);
    table.bigInteger('max_output').notNullable();
    table.bigInteger('max_image_tokens').notNullable();
    // What the media service will read: family, tier, sizes.
    table.jsonb('media').notNullable().defaultTo('{}');
    table.boolean('from_config').notNullable();
  });
}
