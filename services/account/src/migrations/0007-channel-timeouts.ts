import type { Knex } from 'knex';

/** A channel may wait longer or shorter than the gateway does by itself; {} leaves everything to the gateway. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('channels', (table) => {
    // {connectMs, firstByteMs, idleMs, answerMs}, those that are set.
    table.jsonb('timeouts').notNullable().defaultTo('{}');
  });
}
