import type { Knex } from 'knex';

/** Files tell ledger of users and keys also where no row changes: who changes one of them by hand meanwhile has to notice. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('versions', (table) => {
    table.bigInteger('applies').notNullable().defaultTo(0);
  });
}
