import type { Knex } from 'knex';

/** Sign-ins under way: what a browser that holds the token has done so far. Each is used once, or forgotten. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('sign_in_flows', (table) => {
    table.binary('token_hash').primary();
    table.text('kind').notNullable();
    table.jsonb('data').notNullable();
    table.text('ip').notNullable();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('expires_at').notNullable().index();
    table.index(['ip', 'created_at']);
  });
}
