import type { Knex } from 'knex';

/**
 * What people changed. Names stand in the line itself: what was changed may be gone, or be called something else, when it
 * is read.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('audit', (table) => {
    table.bigIncrements('id');
    table.timestamp('at').notNullable().defaultTo(knex.fn.now());
    table.bigInteger('actor_id').references('users.id');
    table.text('actor_name').notNullable();
    table.text('operation').notNullable();
    table.text('target_kind').notNullable();
    table.text('target_id').notNullable();
    table.text('target_name').notNullable();
    // Member: [before, after].
    table.jsonb('changes').notNullable();
    table.text('ip').notNullable();
    table.text('request_id').notNullable();
    table.index(['actor_id', 'id']);
    table.index(['target_kind', 'target_id', 'id']);
  });
}
