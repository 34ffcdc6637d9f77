import type { Knex } from 'knex';

/**
 * Codes that stand for quota. A code is never stored, only its hash. Whoever claims one stands in its row, with the id of the
 * entry, before ledger is asked for it: asking again after a crash books the same entry, once.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('redemptions', (table) => {
    table.bigIncrements('id');
    table.text('name').notNullable();
    table.binary('code_hash').notNullable().unique();
    table.text('prefix').notNullable();
    table.bigInteger('units').notNullable();
    table.boolean('enabled').notNullable().defaultTo(true);
    // Null: never.
    table.timestamp('expires_at');
    table.bigInteger('made_by').notNullable().references('users.id');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.bigInteger('redeemed_by').references('users.id');
    table.timestamp('redeemed_at');
    table.uuid('entry_id').unique();
    // Null: ledger has not said yet that it booked it.
    table.timestamp('credited_at');
    table.check('(redeemed_by is null) = (entry_id is null)');
    table.check('redeemed_by is not null or credited_at is null');
  });
  await knex.raw(
    'create index redemption_claimed on redemptions (redeemed_at) where redeemed_by is not null and credited_at is null',
  );
}
