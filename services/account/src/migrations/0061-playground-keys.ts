import type { Knex } from 'knex';

/** By which a user's session asks models for something: a key without a text, that nobody can send. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('keys', (table) => {
    table.boolean('is_playground').notNullable().defaultTo(false);
  });
  await knex.raw('create unique index playground_key on keys (user_id) where is_playground and not removed');
}
