import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { refuse } from '../operations/refuse.ts';
import type { User } from '../users/store.ts';
import { type Batch, recordBatch } from './batch.ts';
import { deriveCodes, hashCode, prefixOf } from './code.ts';
import type { RedemptionRow } from './store.ts';

/**
 * Makes codes that stand for quota, once under the id of the batch, and returns their texts. Afterwards they are known to nobody
 * but whoever asks for the same under the same id.
 */
export async function makeRedemptions(
  { knex }: Pick<Context, 'knex'>,
  act: Act<User>,
  batch: Batch,
): Promise<string[]> {
  return knex.transaction(async (transaction) => {
    const recorded = await recordBatch(transaction, act.actor.id, batch);
    if (!recorded) return refuse('change_id_used', 'id');
    const codes = deriveCodes(recorded.salt, batch);
    if (recorded.isNew) await insertCodes(transaction, act, batch, codes);
    else if (await areThere(transaction, codes)) act.changedNothing();
    else refuse('change_id_used', 'id');
    return codes;
  });
}

async function insertCodes(
  transaction: Knex.Transaction,
  act: Act<User>,
  { name, units, expiresAt }: Batch,
  codes: readonly string[],
): Promise<void> {
  const rows = codes.map((code) => ({
    name,
    code_hash: hashCode(code),
    prefix: prefixOf(code),
    units,
    expires_at: expiresAt,
    made_by: act.actor.id,
  }));
  const made = await transaction<RedemptionRow>('redemptions').insert(rows).returning('id');
  const changes: Record<string, [unknown, unknown]> = {
    made: [undefined, { quota: Number(units), expires_at: expiresAt?.toISOString() ?? 'never' }],
  };
  for (const { id } of made)
    await act.audit(transaction, { kind: 'redemption', id: String(id), name, changes });
}

/** Whether none of them was deleted. */
async function areThere(transaction: Knex.Transaction, codes: readonly string[]): Promise<boolean> {
  const found = await transaction<RedemptionRow>('redemptions')
    .whereIn('code_hash', codes.map(hashCode))
    .select('id');
  return found.length === codes.length;
}
