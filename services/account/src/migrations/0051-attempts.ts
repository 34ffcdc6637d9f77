import type { Knex } from 'knex';

/** What was tried too often, by whom or at whom, for all replicas. Rows go when their window has ended. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('attempts', (table) => {
    table.text('kind').notNullable();
    // SHA-256 of a name, an address or an id: what people type by mistake is often a password.
    table.binary('subject').notNullable();
    table.integer('count').notNullable();
    table.timestamp('window_ends_at').notNullable().index();
    table.timestamp('refused_until').notNullable();
    table.primary(['kind', 'subject']);
  });
}
