import type { Knex } from 'knex';

export interface SecondFactor {
  user_id: bigint;
  sealed_secret: Buffer;
  enabled: boolean;
  last_step: bigint;
  failures: number;
  is_locked: boolean;
}

export async function hasSecondFactor(knex: Knex, userId: bigint): Promise<boolean> {
  const row = await knex('second_factors').where({ user_id: userId, enabled: true }).first('user_id');
  return row !== undefined;
}

export async function findSecondFactor(knex: Knex, userId: bigint): Promise<SecondFactor | undefined> {
  return select(knex, userId);
}

/** Keeps every other check of this user's codes waiting until the transaction ends. */
export async function lockSecondFactor(
  transaction: Knex.Transaction,
  userId: bigint,
): Promise<SecondFactor | undefined> {
  return select(transaction, userId).forUpdate();
}

function select(knex: Knex, userId: bigint) {
  return knex('second_factors')
    .where({ user_id: userId })
    .first<SecondFactor | undefined>(
      'user_id',
      'sealed_secret',
      'enabled',
      'last_step',
      'failures',
      knex.raw('coalesce(locked_until > now(), false) as is_locked'),
    );
}

/** A secret that no code has confirmed yet. Whether one was put: a factor that is on is left alone. */
export async function putPending(
  transaction: Knex.Transaction,
  userId: bigint,
  sealedSecret: Buffer,
): Promise<boolean> {
  const row = { sealed_secret: sealedSecret, last_step: 0n };
  const put = await transaction('second_factors')
    .insert({ user_id: userId, ...row })
    .onConflict('user_id')
    .merge(row)
    .where('second_factors.enabled', false)
    .returning('user_id');
  return put.length > 0;
}

/** Turns on a factor of which a code was taken. Whether there was one. */
export async function enable(transaction: Knex.Transaction, userId: bigint): Promise<boolean> {
  const changed = await transaction('second_factors')
    .where({ user_id: userId, enabled: false })
    .where('last_step', '>', 0)
    .update({ enabled: true });
  return changed > 0;
}

export async function noteStep(transaction: Knex.Transaction, userId: bigint, step: bigint): Promise<void> {
  await transaction('second_factors').where({ user_id: userId }).update({ last_step: step, failures: 0 });
}

export async function noteFailures(
  transaction: Knex.Transaction,
  userId: bigint,
  { failures, lockSeconds }: { failures: number; lockSeconds?: number },
): Promise<void> {
  const lock = lockSeconds && {
    locked_until: transaction.raw(`now() + ? * interval '1 second'`, [lockSeconds]),
  };
  await transaction('second_factors')
    .where({ user_id: userId })
    .update({ failures, ...lock });
}

/** Whether there was one. */
export async function deleteSecondFactor(transaction: Knex.Transaction, userId: bigint): Promise<boolean> {
  await transaction('backup_codes').where({ user_id: userId }).delete();
  const gone = await transaction('second_factors').where({ user_id: userId }).delete();
  return gone > 0;
}

export async function replaceBackupCodes(
  transaction: Knex.Transaction,
  userId: bigint,
  hashes: readonly Buffer[],
): Promise<void> {
  await transaction('backup_codes').where({ user_id: userId }).delete();
  await transaction('backup_codes').insert(hashes.map((hash) => ({ user_id: userId, code_hash: hash })));
}

/** Whether it was there: from now on it is not. */
export async function takeBackupCode(
  transaction: Knex.Transaction,
  userId: bigint,
  hash: Buffer,
): Promise<boolean> {
  const gone = await transaction('backup_codes').where({ user_id: userId, code_hash: hash }).delete();
  return gone > 0;
}

export async function countBackupCodes(knex: Knex, userId: bigint): Promise<number> {
  const row = await knex('backup_codes')
    .where({ user_id: userId })
    .count<{ count: bigint }[]>({ count: '*' })
    .first();
  return Number(row?.count ?? 0);
}
