import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/** Holds a task that is being sent for so long from now. Nothing where it moved on, or was taken from its owner. */
export async function renewLease(knex: Knex, id: string, owner: string, leaseMs: number): Promise<void> {
  await rowsOf(
    knex,
    `update task set lease_until = now() + ? * interval '1 ms'
     where id = ? and lease_owner = ? and lease_until is not null and state = 'submitting'`,
    [leaseMs, id, owner],
  );
}
