import type { Knex } from 'knex';

/**
 * Secrets of authenticator apps, and the codes that stand in for a lost one. `last_step` is the newest time step of which a code
 * was taken: none of it or before it is taken again.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('second_factors', (table) => {
    table.bigInteger('user_id').primary().references('users.id').onDelete('cascade');
    table.binary('sealed_secret').notNullable();
    table.boolean('enabled').notNullable().defaultTo(false);
    table.bigInteger('last_step').notNullable().defaultTo(0);
    table.integer('failures').notNullable().defaultTo(0);
    table.timestamp('locked_until');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });
  await knex.schema.createTable('backup_codes', (table) => {
    table.bigInteger('user_id').notNullable().references('users.id').onDelete('cascade');
    table.binary('code_hash').notNullable();
    table.primary(['user_id', 'code_hash']);
  });
}
