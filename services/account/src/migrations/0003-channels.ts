import type { Knex } from 'knex';

/** Credentials are sealed one by one, so that a rotation can go through them one by one. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('channels', (table) => {
    table.bigIncrements('id');
    table.text('name').notNullable().unique();
    table.text('provider').notNullable();
    table.text('base_url').notNullable();
    table.specificType('sealed_keys', 'bytea[]').notNullable();
    // [{name, upstream}], in the order of the file.
    table.jsonb('models').notNullable();
    table.specificType('groups', 'text[]').notNullable();
    table.integer('priority').notNullable();
    table.integer('weight').notNullable();
    table.boolean('send_request_id').notNullable();
    table.boolean('from_config').notNullable();
  });
}
