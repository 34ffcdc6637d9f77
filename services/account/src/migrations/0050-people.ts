import type { Knex } from 'knex';

/** Addresses stand here only once whoever has them has shown it, in small letters. Names are sought whatever their case. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('users', (table) => {
    table.text('email');
    table.jsonb('setting').notNullable().defaultTo('{}');
  });
  await knex.raw('create unique index users_email on users (email) where email is not null');
  await knex.raw('create index users_any_case on users (lower(username))');
}
