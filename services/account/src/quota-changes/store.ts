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

/** Writes down what came of a change that was not made yet, and returns whether it was that. A refusal is not the last word. */
export async function noteOutcome(
  transaction: Knex.Transaction,
  id: string,
  outcome: ChangeOutcome,
): Promise<boolean> {
  const noted = await transaction('quota_changes')
    .where({ id })
    .whereRaw(`outcome is distinct from 'changed'`)
    .update({ outcome, ended_at: transaction.fn.now() });
  return noted > 0;
}
