import type { Knex } from 'knex';

/**
 * Who else may say who somebody is, and whom they said so of. A binding belongs to an issuer and not to a row of
 * `sign_in_providers`: a provider that left the file and comes back knows its people again, and another issuer under its slug
 * knows none of them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('sign_in_providers', (table) => {
    table.bigIncrements('id');
    table.text('slug').notNullable().unique();
    table.text('kind').notNullable().checkIn(['oidc', 'github', 'google']);
    table.text('name').notNullable();
    table.text('issuer').notNullable();
    table.text('client_id').notNullable();
    table.binary('sealed_secret').notNullable();
    table.specificType('scopes', 'text[]').notNullable();
    table.boolean('allow_registration').notNullable();
    table.boolean('link_verified_email').notNullable();
    table.boolean('from_config').notNullable();
  });
  await knex.schema.createTable('sign_in_bindings', (table) => {
    table.text('issuer').notNullable();
    table.text('external_id').notNullable();
    table.bigInteger('user_id').notNullable().references('users.id').onDelete('cascade');
    // What the provider was called when it was bound, and what it called the user.
    table.text('provider').notNullable();
    table.text('username').notNullable();
    // Only one that the provider had verified, and may link people by.
    table.text('email').index();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.primary(['issuer', 'external_id']);
    table.unique(['user_id', 'issuer']);
  });
}
