import type { Knex } from 'knex';

/**
 * A key's text is never stored, only its hash. A removed key stays as a row without one, for the reasons a
 * removed user does. The hash is checked at commit, so that one change may swap the texts of two keys.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('keys', (table) => {
    table.bigIncrements('id');
    table.bigInteger('user_id').notNullable().references('users.id');
    table.text('name').notNullable();
    table.binary('hash').unique({ deferrable: 'deferred' });
    table.text('prefix').notNullable();
    table.text('suffix').notNullable();
    table.boolean('enabled').notNullable();
    // Null: the user's.
    table.text('group_name').references('groups.name');
    table.specificType('models', 'text[]').notNullable();
    // Model to quota units, each below 2^53.
    table.jsonb('model_limits').notNullable();
    table.boolean('unlimited').notNullable();
    table.bigInteger('granted_units').notNullable();
    // Unix seconds; 0 means never.
    table.bigInteger('expires_at').notNullable();
    table.integer('rpm').notNullable();
    table.integer('tpm').notNullable();
    table.integer('concurrency').notNullable();
    table.specificType('ips', 'text[]').notNullable();
    table.boolean('from_config').notNullable();
    table.boolean('removed').notNullable().defaultTo(false);
    table.bigInteger('changed_version').notNullable().index();
    // Version at which the hash became known: caches of "unknown" hear of it.
    table.bigInteger('hash_version').notNullable().index();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.unique(['user_id', 'name']);
  });
}
