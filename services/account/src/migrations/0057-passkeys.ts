import type { Knex } from 'knex';

/** Public keys of authenticators. `counter` is what the authenticator said last: one that goes back was copied. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('passkeys', (table) => {
    table.bigIncrements('id');
    table.bigInteger('user_id').notNullable().references('users.id').onDelete('cascade').index();
    // In base64url, as browsers write it.
    table.text('credential_id').notNullable().unique();
    table.binary('public_key').notNullable();
    table.bigInteger('counter').notNullable();
    table.specificType('transports', 'text[]').notNullable();
    table.text('name').notNullable();
    table.boolean('is_backed_up').notNullable();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('last_used_at');
  });
}
