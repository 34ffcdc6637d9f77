import type { Knex } from 'knex';

/** What keys and users may spend within windows of time: period, time zone and units of each. */
export async function up(knex: Knex): Promise<void> {
  for (const owners of ['users', 'keys']) {
    await knex.schema.alterTable(owners, (table) => {
      table.jsonb('budgets').notNullable().defaultTo('[]');
    });
  }
}
