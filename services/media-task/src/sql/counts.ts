import type { Knex } from 'knex';
import { rowsOf } from './rows.ts';

/** Tasks that have not ended. */
export async function countOpen(knex: Knex): Promise<number> {
  const [row] = await rowsOf<{ count: bigint }>(
    knex,
    "select count(*) from task where state not in ('succeeded', 'failed')",
    [],
  );
  return Number(row?.count ?? 0n);
}

/** Tasks that are due and in nobody's hands. */
export async function countDue(knex: Knex): Promise<number> {
  const [row] = await rowsOf<{ count: bigint }>(
    knex,
    `select count(*) from task
     where state not in ('succeeded', 'failed') and due_at <= now() and (lease_until is null or lease_until <= now())`,
    [],
  );
  return Number(row?.count ?? 0n);
}

/** Tasks whose end the ledger has not confirmed. */
export async function countOutgoing(knex: Knex): Promise<number> {
  const [row] = await rowsOf<{ count: bigint }>(knex, 'select count(*) from outbox', []);
  return Number(row?.count ?? 0n);
}
