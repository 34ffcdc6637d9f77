import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { openStates } from '../../task/states.ts';

/** Holds a task for so long from now. Nothing where it was given back, or taken from its owner, or has ended. */
export async function renewLease(knex: Knex, id: string, owner: string, leaseMs: number): Promise<void> {
  await rowsOf(
    knex,
    `update task set lease_until = now() + ? * interval '1 ms'
     where id = ? and lease_owner = ? and lease_until is not null and state = any(?::text[])`,
    [leaseMs, id, owner, openStates],
  );
}
