import type { Knex } from 'knex';

/**
 * What administrators did to quota, and why. A row is written before ledger is asked: the entry's id stands in it, so that
 * asking again after a crash books the same entry, once.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('quota_changes', (table) => {
    table.uuid('id').primary();
    table.uuid('entry_id').notNullable().unique();
    table.bigInteger('actor_id').notNullable().references('users.id');
    table.text('purse').notNullable().index();
    table.bigInteger('units').notNullable();
    table.text('reason').notNullable();
    // What ledger said last; null until it said something.
    table.text('outcome').checkIn(['changed', 'unlimited', 'exceeds', 'other_content']);
    table.timestamp('asked_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('ended_at');
  });
}
