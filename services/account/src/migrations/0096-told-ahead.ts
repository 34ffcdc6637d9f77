import type { Knex } from 'knex';

/**
 * Changes of keys and users of which ledger is told before their row says so. One that stays has come to no end: whoever made it
 * died, or ledger did not answer and may have done it all the same. Ledger is then told what the row says.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('told_ahead', (table) => {
    table.uuid('change_id').primary();
    table.text('spender').notNullable();
    table.bigInteger('spender_id').notNullable();
    table.timestamp('told_at').notNullable().defaultTo(knex.fn.now());
    table.index('told_at');
  });
}
