import type { Knex } from 'knex';

/** Until when a session may do what asks for a fresh proof that its user is there. Null: not since it began. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('sessions', (table) => {
    table.timestamp('verified_until');
  });
}
