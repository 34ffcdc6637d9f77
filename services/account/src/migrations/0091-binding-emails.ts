import type { Knex } from 'knex';

/** People are linked by the address that they have shown to have here, and no more by what a provider said when it was bound. */
// contracts: before the first release, the code before read and wrote the column.
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('sign_in_bindings', (table) => {
    table.dropColumn('email');
  });
}
