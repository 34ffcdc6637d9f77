import type { Knex } from 'knex';

/**
 * What was asked for under an id when codes were made: asked again, it is answered with the same codes. They come of the id and
 * the salt; of the id there is its hash alone, so that nobody reads a code from here.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('redemption_batches', (table) => {
    table.binary('id_hash').primary();
    table.binary('salt').notNullable();
    table.text('name').notNullable();
    table.bigInteger('units').notNullable();
    table.integer('count').notNullable();
    // Null: never.
    table.timestamp('expires_at');
    table.timestamp('made_at').notNullable().defaultTo(knex.fn.now());
  });
}
