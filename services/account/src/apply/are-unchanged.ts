import type { Knex } from 'knex';
import { lockVersions, type Versions } from '../versions/store.ts';
import type { Plan } from './plan/plan.ts';

/**
 * Ledger is told also of users and keys whose rows stay as they are. Whether they have: who changed one since the state was read
 * told ledger something else, perhaps before. So has the catalog to be: what pruning leaves to people was chosen of what there was
 * then. `finish` is called in the same transaction, before anybody can change more.
 */
export function areUnchanged(
  knex: Knex,
  { users, keys }: Plan,
  { keysVersion: planned, catalogVersion: plannedCatalog }: Versions,
  finish: (transaction: Knex.Transaction) => Promise<void>,
): Promise<boolean> {
  return knex.transaction(async (transaction) => {
    const { keysVersion, catalogVersion } = await lockVersions(transaction);
    if (catalogVersion !== plannedCatalog) return false;
    if (keysVersion !== planned) {
      if (await isAnyChanged(transaction, 'users', users.wanted, planned)) return false;
      if (await isAnyChanged(transaction, 'keys', keys.wanted, planned)) return false;
    }
    await finish(transaction);
    return true;
  });
}

async function isAnyChanged(
  transaction: Knex.Transaction,
  table: 'users' | 'keys',
  rows: readonly { id: bigint }[],
  since: bigint,
): Promise<boolean> {
  const ids = rows.map(({ id }) => String(id));
  const found = await transaction(table)
    .whereRaw('id = any(?) and changed_version > ?', [ids, String(since)])
    .first('id');
  return found !== undefined;
}
