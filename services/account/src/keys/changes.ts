import type { GetKeyChangesResponse } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Knex } from 'knex';
import { listChangedUserIds } from '../users/store.ts';
import { readVersions } from '../versions/store.ts';
import { listChangedKeyIds, listNewHashes } from './store.ts';

/** Above this, dropping every cached key is cheaper than naming them. */
const mostChanges = 10_000;

/**
 * What changed after a version, all seen at one moment. `reset` when that is too much, or when the caller
 * knows a version that does not exist: then the database was put back to an earlier state.
 */
export async function readKeyChanges(
  knex: Knex,
  afterVersion: bigint,
  limit = mostChanges,
): Promise<GetKeyChangesResponse> {
  const read = async (snapshot: Knex.Transaction): Promise<GetKeyChangesResponse> => {
    const { keysVersion: version } = await readVersions(snapshot);
    const reset = { version, reset: true, keyIds: [], userIds: [], newHashes: [] };
    if (afterVersion > version) return reset;
    if (afterVersion === version) return { ...reset, reset: false };
    const keyIds = await listChangedKeyIds(snapshot, afterVersion, limit + 1);
    const userIds = await listChangedUserIds(snapshot, afterVersion, limit + 1);
    const newHashes = await listNewHashes(snapshot, afterVersion, limit + 1);
    if (Math.max(keyIds.length, userIds.length, newHashes.length) > limit) return reset;
    return { version, reset: false, keyIds, userIds, newHashes };
  };
  return knex.transaction(read, { isolationLevel: 'repeatable read', readOnly: true });
}
