import type { Knex } from 'knex';

/** How a channel differs from its upstream's usual way; empty and {} leave everything as the upstream has it. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('channels', (table) => {
    table.text('vendor').notNullable().defaultTo('');
    table.text('api_version').notNullable().defaultTo('');
    table.text('region').notNullable().defaultTo('');
    table.boolean('forbid_store').notNullable().defaultTo(false);
    // {parameters, headers, statuses}, those that are set. Not jsonb: members are sent in the order of the file.
    table.json('overrides').notNullable().defaultTo('{}');
  });
}
