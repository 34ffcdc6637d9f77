import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { openStates } from '../../task/states.ts';

/** Takes a task out of its owner's hands as it stands, and has it looked at later. Nothing where it is another's, or in nobody's. */
export async function giveBack(knex: Knex, id: string, owner: string, dueInMs: number): Promise<void> {
  await rowsOf(
    knex,
    `update task set lease_until = null, due_at = now() + ? * interval '1 ms'
     where id = ? and lease_owner = ? and lease_until is not null and state = any(?::text[])`,
    [dueInMs, id, owner, openStates],
  );
}
