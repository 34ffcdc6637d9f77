import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import type { User } from '../users/store.ts';
import { hashCode, makeCode, prefixOf } from './code.ts';
import type { RedemptionRow } from './store.ts';

export interface Batch {
  name: string;
  units: bigint;
  count: number;
  expiresAt: Date | null;
}

/** Makes codes that stand for quota, and returns their texts, which are known to nobody afterwards. */
export async function makeRedemptions(
  { knex }: Pick<Context, 'knex'>,
  act: Act<User>,
  { name, units, count, expiresAt }: Batch,
): Promise<string[]> {
  const codes = Array.from({ length: count }, makeCode);
  const rows = codes.map((code) => ({
    name,
    code_hash: hashCode(code),
    prefix: prefixOf(code),
    units,
    expires_at: expiresAt,
    made_by: act.actor.id,
  }));
  await knex.transaction(async (transaction) => {
    const made = await transaction<RedemptionRow>('redemptions').insert(rows).returning('id');
    const changes: Record<string, [unknown, unknown]> = {
      made: [undefined, { quota: Number(units), expires_at: expiresAt?.toISOString() ?? 'never' }],
    };
    for (const { id } of made)
      await act.audit(transaction, { kind: 'redemption', id: String(id), name, changes });
  });
  return codes;
}
