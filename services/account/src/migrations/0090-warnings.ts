import type { Knex } from 'knex';

/**
 * Letters that warn users of a purse that comes to its end. They are rows and not in memory, because nobody waits for one and
 * asks again; a notice has one.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('warnings', (table) => {
    table.uuid('notice_id').primary();
    table.bigInteger('user_id').notNullable().references('users.id').onDelete('cascade');
    // What was left when notice was given, and what they wanted to be told of.
    table.bigInteger('left_units').notNullable();
    table.bigInteger('below_units').notNullable();
    table.text('state').notNullable().defaultTo('waiting').checkIn(['waiting', 'sent', 'given_up']);
    table.integer('tries').notNullable().defaultTo(0);
    table.timestamp('next_try_at').notNullable().defaultTo(knex.fn.now());
    // Why the last try failed.
    table.text('problem').notNullable().defaultTo('');
    table.timestamp('made_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('ended_at');
  });
  await knex.raw(`create index warning_due on warnings (next_try_at) where state = 'waiting'`);
}
