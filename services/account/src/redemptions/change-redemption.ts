import { findDifferences } from '../audit/differences.ts';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { refuse } from '../operations/refuse.ts';
import type { User } from '../users/store.ts';
import type { RedemptionRow } from './store.ts';

type Changed = Partial<Pick<RedemptionRow, 'name' | 'enabled' | 'expires_at'>>;

/** Changes a code that nobody has used. */
export async function changeRedemption(
  { knex }: Pick<Context, 'knex'>,
  act: Act<User>,
  id: bigint,
  changed: Changed,
): Promise<void> {
  await knex.transaction(async (transaction) => {
    const row = await transaction<RedemptionRow>('redemptions').where({ id }).forUpdate().first();
    if (!row) return refuse('code_missing', 'id');
    if (row.redeemed_by !== null) return refuse('code_used', 'id');
    const changes = findDifferences(audited(row), audited({ ...row, ...changed }));
    if (Object.keys(changes).length === 0) return act.changedNothing();
    await transaction<RedemptionRow>('redemptions').where({ id }).update(changed);
    await act.audit(transaction, { kind: 'redemption', id: String(id), name: row.name, changes });
  });
}

function audited({ name, enabled, expires_at }: RedemptionRow): Record<string, unknown> {
  return { name, enabled, expires_at: expires_at?.toISOString() ?? 'never' };
}
