import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { lockVersions, type Versions, writeVersions } from './store.ts';

/**
 * Changes users or keys in one transaction, alone: nothing else that counts versions runs until it ends. What it returns is given
 * back once every replica has been told; what it throws takes everything back.
 */
export async function changePeople<T>(
  { knex, announce }: Pick<Context, 'knex' | 'announce'>,
  change: (transaction: Knex.Transaction, keysVersion: bigint) => Promise<T>,
): Promise<T> {
  const { result, versions } = await knex.transaction(async (transaction) => {
    const before = await lockVersions(transaction);
    const versions: Versions = { ...before, keysVersion: before.keysVersion + 1n };
    const result = await change(transaction, versions.keysVersion);
    await writeVersions(transaction, versions);
    return { result, versions };
  });
  announce(versions);
  return result;
}
