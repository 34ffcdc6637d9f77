import type { Knex } from 'knex';

/** After how much use of what a file grants notice is given, in per cent; null: never. Ledger is told with the grant. */
export async function up(knex: Knex): Promise<void> {
  for (const owners of ['users', 'keys']) {
    await knex.schema.alterTable(owners, (table) => {
      table.specificType('soft_limit_percent', 'smallint');
    });
  }
}
