import type { Knex } from 'knex';

/** Users and keys may be of the group `auto`, which stands for others. Its row is there for them to refer to. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('site', (table) => {
    table.specificType('auto_groups', 'text[]').notNullable().defaultTo('{}');
  });
  await knex('groups').insert({ name: 'auto', from_config: false }).onConflict('name').ignore();
}
