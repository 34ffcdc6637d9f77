import type { Knex } from 'knex';

/** What the audit log is searched by, newest first. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('audit', (table) => {
    table.index(['actor_name', 'id']);
    table.index(['operation', 'id']);
    table.index(['at']);
  });
}
