import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { refuse } from '../operations/refuse.ts';
import type { User } from '../users/store.ts';
import { type RedemptionRow, statusSql } from './store.ts';

/** Deletes a code. One that is being credited stays until it is: its row is what remembers whose it is. */
export async function deleteRedemption(
  { knex }: Pick<Context, 'knex'>,
  act: Act<User>,
  id: bigint,
): Promise<void> {
  await knex.transaction(async (transaction) => {
    const row = await transaction<RedemptionRow>('redemptions').where({ id }).forUpdate().first();
    if (!row) return refuse('code_missing', 'id');
    if (row.redeemed_by !== null && row.credited_at === null) return refuse('code_being_credited', 'id');
    await transaction<RedemptionRow>('redemptions').where({ id }).delete();
    await act.audit(transaction, { kind: 'redemption', id: String(id), name: row.name });
  });
}

/** Deletes what nobody can use any more, and returns how many there were. */
export async function deleteInvalid({ knex }: Pick<Context, 'knex'>, act: Act<User>): Promise<number> {
  return knex.transaction(async (transaction) => {
    const count = await deleteUnusable(transaction);
    if (count === 0) act.changedNothing();
    else
      await act.audit(transaction, {
        kind: 'redemption',
        id: '',
        name: '',
        changes: { deleted: [undefined, count] },
      });
    return count;
  });
}

function deleteUnusable(transaction: Knex.Transaction): Promise<number> {
  return transaction<RedemptionRow>('redemptions')
    .whereRaw(`${statusSql} <> 'enabled'`)
    .whereRaw('(redeemed_by is null or credited_at is not null)')
    .delete();
}
