import type { RotatingSecret } from '@headgate/runtime/rotating-secret';
import type { Knex } from 'knex';
import { deleteChannels, upsertChannels } from '../channels/store.ts';
import type { Context } from '../context.ts';
import { deleteGroups, upsertGroups } from '../groups/store.ts';
import { keysOfUsers, removeKeys, upsertKeys } from '../keys/store.ts';
import { deleteModels, upsertModels } from '../models/store.ts';
import { deleteBindingsOfUsers } from '../oauth/bindings.ts';
import { deleteProviders, upsertProviders } from '../sign-in-providers/store.ts';
import { writeSite } from '../site/store.ts';
import { endSessionsOf } from '../users/end-sessions.ts';
import { removeUsers, upsertUsers } from '../users/store.ts';
import { isOvertaken, lockVersions, type Versions, writeVersions } from '../versions/store.ts';
import { deleteWebhooks, upsertWebhooks } from '../webhooks/store.ts';
import type { Difference } from './plan/difference.ts';
import { changesCatalog, changesKeys, type Plan } from './plan/plan.ts';

/**
 * Writes a plan in one transaction and returns the versions it made, or `stale` when something else changed
 * since the plan's state was read. The versions row is locked first and until the end: whoever sees version
 * n sees every change up to n.
 * @param planned the versions of what the plan goes by.
 * @param steps run in the same transaction: `prepare` before any row is written, which answers `stale` where it finds that the
 * plan is, and `finish` when all of them are.
 */
export function writePlan(
  { knex, masterKey }: Pick<Context, 'knex' | 'masterKey'>,
  plan: Plan,
  planned: Partial<Versions>,
  { prepare, finish }: WriteSteps,
): Promise<Versions | 'stale'> {
  return knex.transaction(async (transaction) => {
    const before = await lockVersions(transaction);
    if (isOvertaken(planned, before)) return 'stale';
    if ((await prepare?.(transaction)) === 'stale') return 'stale';
    const after = {
      keysVersion: before.keysVersion + (changesKeys(plan) ? 1n : 0n),
      catalogVersion: before.catalogVersion + (changesCatalog(plan) ? 1n : 0n),
    };
    await writeRows(transaction, masterKey, plan, after.keysVersion);
    await writeVersions(transaction, after);
    await finish(transaction);
    return after;
  });
}

export interface WriteSteps {
  prepare?: (transaction: Knex.Transaction) => Promise<unknown>;
  finish: (transaction: Knex.Transaction) => Promise<void>;
}

/** Groups come first and go last: rows of the other kinds point at them. */
async function writeRows(
  transaction: Knex.Transaction,
  masterKey: RotatingSecret,
  { site, groups, models, channels, users, keys, webhooks, providers }: Plan,
  keysVersion: bigint,
): Promise<void> {
  if (site.changed) await writeSite(transaction, site.changed);
  await upsertGroups(transaction, toWrite(groups));
  await upsertModels(transaction, toWrite(models));
  await upsertChannels(transaction, masterKey, toWrite(channels));
  await endSessionsOf(transaction, users.changed);
  await upsertUsers(transaction, toWrite(users), keysVersion);
  // Whoever was removed is known at their provider, and refused; a name that comes back is not theirs by that.
  await deleteBindingsOfUsers(transaction, users.added);
  await upsertKeys(transaction, toWrite(keys), keysVersion);
  await upsertWebhooks(transaction, masterKey, toWrite(webhooks));
  await upsertProviders(transaction, masterKey, toWrite(providers));
  await deleteProviders(transaction, providers.removed);
  await deleteWebhooks(transaction, webhooks.removed);
  const orphans = await keysOfUsers(transaction, users.removed);
  await removeKeys(transaction, [...keys.removed, ...orphans], keysVersion);
  await removeUsers(transaction, users.removed, keysVersion);
  await deleteChannels(transaction, channels.removed);
  await deleteModels(transaction, models.removed);
  await deleteGroups(transaction, groups.removed);
}

function toWrite<Row>({ added, changed }: Difference<Row>): Row[] {
  return [...added, ...changed];
}
