import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import type { User } from '../users/store.ts';
import { lockVersions, writeVersions } from '../versions/store.ts';
import { fromKeyRow, type KeyRow, removeKeys } from './store.ts';

/** Takes keys of whoever asks out of use for good, and returns how many there were. Others and unknown ones are left alone. */
export async function deleteKeys(context: Context, act: Act<User>, ids: readonly bigint[]): Promise<number> {
  const { knex } = context;
  const { versions, count } = await knex.transaction(async (transaction) => {
    const before = await lockVersions(transaction);
    const rows = await transaction<KeyRow>('keys')
      .where({ user_id: act.actor.id, removed: false, is_playground: false })
      .whereIn('id', ids.map(String));
    if (rows.length === 0) return { versions: undefined, count: 0 };
    const after = { ...before, keysVersion: before.keysVersion + 1n };
    await removeKeys(transaction, rows.map(fromKeyRow), after.keysVersion);
    await writeVersions(transaction, after);
    for (const { id, name } of rows) await act.audit(transaction, { kind: 'key', id: String(id), name });
    return { versions: after, count: rows.length };
  });
  if (versions) context.announce(versions);
  else act.changedNothing();
  return count;
}
