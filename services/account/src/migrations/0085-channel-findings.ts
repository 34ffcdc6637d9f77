import type { Knex } from 'knex';

/**
 * What came of the last test of a channel, and what was left on its accounts when that was last told. Tables of their own:
 * a finding is no change of a channel, and waits for none.
 */
export async function up(knex: Knex): Promise<void> {
  const ofChannel = (table: Knex.CreateTableBuilder) =>
    table.bigInteger('channel_id').primary().references('id').inTable('channels').onDelete('CASCADE');
  await knex.schema.createTable('channel_tests', (table) => {
    ofChannel(table);
    table.timestamp('tested_at').notNullable();
    // Who asked, by the name of that time; empty: nobody did.
    table.text('tested_by').notNullable();
    table.boolean('success').notNullable();
    table.text('message').notNullable();
    table.bigInteger('response_ms').notNullable();
    table.integer('status').notNullable();
    table.text('model').notNullable();
  });
  await knex.schema.createTable('channel_balances', (table) => {
    ofChannel(table);
    table.timestamp('told_at').notNullable();
    table.double('balance').notNullable();
    table.text('currency').notNullable();
  });
}
