import type { Knex } from 'knex';

export interface RedemptionRow {
  id: bigint;
  name: string;
  code_hash: Buffer;
  prefix: string;
  units: bigint;
  enabled: boolean;
  /** Null: never. */
  expires_at: Date | null;
  made_by: bigint;
  created_at: Date;
  redeemed_by: bigint | null;
  redeemed_at: Date | null;
  /** Of the ledger's entry that credits it. */
  entry_id: string | null;
  /** Null: ledger has not said yet that it booked it. */
  credited_at: Date | null;
}

/** A code that is somebody's, and stands for one entry of the ledger. */
export interface Claim {
  id: bigint;
  units: bigint;
  userId: bigint;
  entryId: string;
}

export const statuses = ['enabled', 'disabled', 'used', 'expired'] as const;
export type Status = (typeof statuses)[number];

/** What a code is now, in the words of SQL. One that somebody claimed is used, credited or not. */
export const statusSql = `case when redeemed_by is not null then 'used'
       when not enabled then 'disabled'
       when expires_at <= now() then 'expired'
       else 'enabled' end`;

/** Gives a code that nobody has to a user; undefined where it cannot be had. Of two at once one gets it. */
export async function claimCode(
  transaction: Knex.Transaction,
  { codeHash, userId, entryId }: { codeHash: Buffer; userId: bigint; entryId: string },
): Promise<RedemptionRow | undefined> {
  const [row] = await transaction<RedemptionRow>('redemptions')
    .where({ code_hash: codeHash })
    .whereRaw(`${statusSql} = 'enabled'`)
    .update({ redeemed_by: userId, redeemed_at: transaction.fn.now(), entry_id: entryId })
    .returning('*');
  return row;
}

export function toClaim({ id, units, redeemed_by: userId, entry_id: entryId }: RedemptionRow): Claim {
  if (userId === null || entryId === null) throw new Error('a code that nobody claimed is no claim');
  return { id, units, userId, entryId };
}

export async function noteCredit(knex: Knex, id: bigint): Promise<void> {
  await knex<RedemptionRow>('redemptions')
    .where({ id, credited_at: null })
    .update({ credited_at: knex.fn.now() });
}

/** Claims that ledger may not have booked, of users whom it can credit; the oldest first. */
export async function listUncredited(
  knex: Knex,
  { olderThanMs, limit }: { olderThanMs: number; limit: number },
): Promise<Claim[]> {
  const rows = await knex<RedemptionRow>('redemptions')
    .join('users', 'users.id', 'redemptions.redeemed_by')
    .whereNull('credited_at')
    .whereRaw(`redeemed_at < now() - ? * interval '1 millisecond'`, [olderThanMs])
    .where({ 'users.unlimited': false, 'users.removed': false })
    .orderBy('redeemed_at')
    .limit(limit)
    .select<RedemptionRow[]>('redemptions.*');
  return rows.map(toClaim);
}
