import { randomUUIDv7 } from 'node:crypto';
import type { Knex } from 'knex';

/** What somebody wants changed; all of it stands behind the id. */
export interface AskedChange {
  id: string;
  actorId: bigint;
  purse: string;
  units: bigint;
  reason: string;
}

export type ChangeOutcome = 'changed' | 'unlimited' | 'exceeds' | 'other_content';

interface Row {
  entry_id: string;
  actor_id: bigint;
  purse: string;
  units: bigint;
  reason: string;
}

/** Writes down what was asked, and gives the id of its entry; undefined where the id was used for something else. */
export async function recordChange(knex: Knex, asked: AskedChange): Promise<string | undefined> {
  const { id, actorId, purse, units, reason } = asked;
  const row = { entry_id: randomUUIDv7(), actor_id: actorId, purse, units, reason };
  await knex('quota_changes')
    .insert({ id, ...row })
    .onConflict('id')
    .ignore();
  const found = await knex<Row & { id: string }>('quota_changes').where({ id }).first();
  const isSame =
    found?.actor_id === actorId && found.purse === purse && found.units === units && found.reason === reason;
  return isSame ? found.entry_id : undefined;
}

export async function noteOutcome(knex: Knex, id: string, outcome: ChangeOutcome): Promise<void> {
  await knex('quota_changes').where({ id }).update({ outcome, ended_at: knex.fn.now() });
}
