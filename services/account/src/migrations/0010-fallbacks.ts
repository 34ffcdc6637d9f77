import type { Knex } from 'knex';

/** Other models that may answer in a model's name. Names of aliases too, so nothing refers to rows. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('models', (table) => {
    table.specificType('fallbacks', 'text[]').notNullable().defaultTo('{}');
  });
}
