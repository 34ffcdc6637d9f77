import type { Knex } from 'knex';

/**
 * Where notices are sent, how far ledger's were read, and what is to be sent. A body is written once: every try carries the
 * same bytes under the same id.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('webhooks', (table) => {
    table.bigIncrements('id');
    table.text('name').notNullable().unique();
    table.text('url').notNullable();
    table.binary('sealed_secret').notNullable();
    table.specificType('events', 'text[]').notNullable();
    table.boolean('from_config').notNullable();
  });
  await knex.schema.createTable('notice_cursor', (table) => {
    table.boolean('only_row').primary().defaultTo(true);
    table.bigInteger('last_seq').notNullable().defaultTo(0);
    table.check('only_row');
  });
  await knex('notice_cursor').insert({ only_row: true });
  await knex.schema.createTable('webhook_deliveries', (table) => {
    table.bigInteger('webhook_id').notNullable().references('webhooks.id').onDelete('cascade');
    table.uuid('notice_id').notNullable();
    table.text('body').notNullable();
    table.text('state').notNullable().defaultTo('waiting').checkIn(['waiting', 'delivered', 'given_up']);
    table.integer('tries').notNullable().defaultTo(0);
    table.timestamp('next_try_at').notNullable().defaultTo(knex.fn.now());
    // Why the last try failed.
    table.text('problem').notNullable().defaultTo('');
    table.timestamp('made_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('ended_at');
    table.primary(['webhook_id', 'notice_id']);
  });
  await knex.raw(`create index delivery_due on webhook_deliveries (next_try_at) where state = 'waiting'`);
}
