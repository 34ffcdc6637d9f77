import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/** Tasks that have not ended, by the state that they are in; states without any are not there. */
export async function countOpen(knex: Knex): Promise<Map<string, number>> {
  const rows = await rowsOf<{ state: string; count: bigint }>(
    knex,
    "select state, count(*) from task where state not in ('succeeded', 'failed') group by state",
    [],
  );
  return new Map(rows.map(({ state, count }) => [state, Number(count)]));
}

const isDue = `state not in ('succeeded', 'failed') and due_at <= now() and (lease_until is null or lease_until <= now())`;

/** Tasks that are due and in nobody's hands. */
export async function countDue(knex: Knex): Promise<number> {
  const [row] = await rowsOf<{ count: bigint }>(knex, `select count(*) from task where ${isDue}`, []);
  return Number(row?.count ?? 0n);
}

/** For how many seconds the oldest of them has waited for hands; 0 when there is none. */
export async function ageOfDue(knex: Knex): Promise<number> {
  const [row] = await rowsOf<{ seconds: string }>(
    knex,
    `select coalesce(extract(epoch from now() - min(greatest(due_at, lease_until))), 0) as seconds from task where ${isDue}`,
    [],
  );
  return Number(row?.seconds ?? 0);
}

/** Tasks whose end the ledger has not confirmed. */
export async function countOutgoing(knex: Knex): Promise<number> {
  const [row] = await rowsOf<{ count: bigint }>(knex, 'select count(*) from outbox', []);
  return Number(row?.count ?? 0n);
}

/** For how many seconds the oldest of them has been waiting; 0 when there is none. By the database's clock, as all of its times. */
export async function ageOfOutgoing(knex: Knex): Promise<number> {
  const [row] = await rowsOf<{ seconds: string }>(
    knex,
    'select coalesce(extract(epoch from now() - min(made_at)), 0) as seconds from outbox',
    [],
  );
  return Number(row?.seconds ?? 0);
}
