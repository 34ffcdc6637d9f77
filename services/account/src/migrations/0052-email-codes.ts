import type { Knex } from 'knex';

/** What was sent to an address and must come back; the newest for each purpose. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('email_codes', (table) => {
    table.text('purpose').notNullable().checkIn(['verify', 'reset']);
    table.text('email').notNullable();
    table.binary('code_hash').notNullable();
    table.integer('tries_left').notNullable();
    table.timestamp('expires_at').notNullable().index();
    table.primary(['purpose', 'email']);
  });
}
