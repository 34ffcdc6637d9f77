import type { Knex } from 'knex';

/** What people switch and sort by; nothing of it reaches gateways but that a channel or a credential is gone. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('channels', (table) => {
    table.boolean('enabled').notNullable().defaultTo(true);
    table.text('tag').notNullable().defaultTo('');
    // SHA-256 in hexadecimal of each credential that is off: an index would mean another one after a change.
    table.specificType('disabled_keys', 'text[]').notNullable().defaultTo('{}');
  });
}
