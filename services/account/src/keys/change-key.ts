import type { Knex } from 'knex';
import { findDifferences } from '../audit/differences.ts';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { isRefusal, refuse } from '../operations/refuse.ts';
import { auditedRemain } from '../spenders/remain.ts';
import { createTeller, type Teller } from '../spenders/teller.ts';
import type { User } from '../users/store.ts';
import { lockVersions, readApplies, writeVersions } from '../versions/store.ts';
import { untilFresh } from '../versions/until-fresh.ts';
import { auditedKey } from './audited-key.ts';
import { checkFields } from './check-fields.ts';
import { type KeyFields, withFields } from './fields.ts';
import { freeName } from './free-name.ts';
import { fromKeyRow, type Key, type KeyRow, upsertKeys } from './store.ts';
import { keySpender } from './tell-ledger.ts';

interface Change {
  id: bigint;
  fields: Partial<KeyFields>;
  teller: Teller<Key>;
}

/** Changes a key of whoever asks: ledger first, then its row. */
export async function changeKey(
  context: Context,
  act: Act<User>,
  id: bigint,
  fields: Partial<KeyFields>,
): Promise<void> {
  const teller = createTeller(context, keySpender(id));
  try {
    const outcome = await untilFresh(() => tryToChange(context, act, { id, fields, teller }));
    if (outcome === 'stale') refuse('key_kept_changing');
  } catch (error) {
    if (isRefusal(error)) await teller.takeBack();
    throw error;
  }
}

async function tryToChange(
  context: Context,
  act: Act<User>,
  { id, fields, teller }: Change,
): Promise<'changed' | 'stale'> {
  const { knex } = context;
  const applies = await readApplies(knex);
  const row = await findRow(knex, act.actor.id, id);
  if (!row) return refuse('key_missing', 'id');
  const before = fromKeyRow(row);
  await checkFields(knex, act.actor, fields, before);
  const after = withFields(before, fields);
  refuseOtherGroup(before, after);
  await refuseTakenName(knex, after);
  const quota = remainOf(fields);
  // Nothing is told of a change that is refused.
  if (quota !== undefined && after.unlimited) refuse('key_unlimited', 'remain_quota');
  // Nothing is locked meanwhile. Of two changes at once the second is stale, and tells ledger of both; after a file, too.
  await teller.tell(before, after, quota);
  const outcome = await knex.transaction(async (transaction) => {
    const versions = await lockVersions(transaction);
    const now = await findRow(transaction, act.actor.id, id);
    if (now?.changed_version !== row.changed_version) return 'stale';
    if ((await readApplies(transaction)) !== applies) return 'stale';
    const next = { ...versions, keysVersion: versions.keysVersion + 1n };
    await refuseTakenName(transaction, after);
    // Once more when no group can go.
    await checkFields(transaction, act.actor, fields, before);
    await freeName(transaction, after);
    await upsertKeys(transaction, [after], next.keysVersion);
    await writeVersions(transaction, next);
    await teller.finish(transaction);
    const changes = findDifferences(auditedKey(before), auditedKey(after));
    await act.audit(transaction, {
      kind: 'key',
      id: String(id),
      name: before.name,
      changes: { ...changes, ...auditedRemain(quota) },
    });
    return next;
  });
  if (outcome === 'stale') return 'stale';
  context.announce(outcome);
  return 'changed';
}

/** What a file says of a key holds whatever becomes of its user; what they say would as well. */
function refuseOtherGroup({ fromConfig, group }: Key, after: Key): void {
  if (fromConfig && after.group !== null && after.group !== group) refuse('key_group_configured', 'group');
}

function findRow(knex: Knex, userId: bigint, id: bigint): Promise<KeyRow | undefined> {
  return knex<KeyRow>('keys').where({ id, user_id: userId, removed: false, is_playground: false }).first();
}

/** Beside `unlimited_quota` it is the 0 that keys without a limit are shown with. */
function remainOf({ unlimited_quota: unlimited, remain_quota: remain }: Partial<KeyFields>) {
  return unlimited ? undefined : remain;
}

async function refuseTakenName(knex: Knex, { id, userId, name }: Key): Promise<void> {
  const namesake = await knex<KeyRow>('keys')
    .where({ user_id: userId, name, removed: false })
    .whereNot({ id })
    .first();
  if (namesake) refuse('key_other_name_taken', 'name', { name });
}
