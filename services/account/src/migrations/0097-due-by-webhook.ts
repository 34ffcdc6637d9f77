import type { Knex } from 'knex';

/** What is due is looked for by webhook: those of one whose receiver does not answer lie before all others. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index delivery_due;
    create index delivery_due on webhook_deliveries (webhook_id, next_try_at) where state = 'waiting'`);
}
