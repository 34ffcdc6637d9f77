import type { Knex } from 'knex';

/** Personal ones, which act as their user. Only their hashes are kept. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('access_tokens', (table) => {
    table.bigIncrements('id');
    table.bigInteger('user_id').notNullable().references('users.id').onDelete('cascade').index();
    table.text('name').notNullable();
    table.binary('token_hash').notNullable().unique();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('last_used_at');
  });
}
