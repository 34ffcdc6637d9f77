import type { Knex } from 'knex';

/**
 * A removed user stays as a row: its name brings back the same id and purse, so that naming it again grants
 * nothing twice, and `changed_version` tells caches that it went.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('users', (table) => {
    table.bigIncrements('id');
    table.text('username').notNullable().unique();
    table.text('display_name').notNullable();
    table.text('password_hash');
    table.text('role').notNullable().checkIn(['user', 'admin', 'root']);
    table.boolean('enabled').notNullable();
    table.text('group_name').notNullable().references('groups.name');
    table.boolean('unlimited').notNullable();
    // What the configuration granted in total; the balance is the ledger's.
    table.bigInteger('granted_units').notNullable();
    table.boolean('from_config').notNullable();
    table.boolean('removed').notNullable().defaultTo(false);
    table.bigInteger('changed_version').notNullable().index();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });
  await knex.schema.createTable('sessions', (table) => {
    table.binary('token_hash').primary();
    table.bigInteger('user_id').notNullable().references('users.id').onDelete('cascade').index();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('last_seen_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('expires_at').notNullable().index();
    table.text('ip').notNullable();
    table.text('user_agent').notNullable();
  });
}
