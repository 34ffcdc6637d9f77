import { keyPurse } from '@headgate/proto/purses';
import type { Knex } from 'knex';
import { findDifferences } from '../audit/differences.ts';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { refuse } from '../operations/refuse.ts';
import { isRefusal, tellAsItStands } from '../spenders/tell-as-it-stands.ts';
import type { User } from '../users/store.ts';
import { lockVersions, readApplies, writeVersions } from '../versions/store.ts';
import { untilFresh } from '../versions/until-fresh.ts';
import { auditedKey } from './audited-key.ts';
import { checkFields } from './check-fields.ts';
import { type KeyFields, withFields } from './fields.ts';
import { freeName } from './free-name.ts';
import { fromKeyRow, type Key, type KeyRow, upsertKeys } from './store.ts';
import { changeBy, grant, openKeyPurses, reckonChange } from './tell-ledger.ts';

interface Change {
  id: bigint;
  fields: Partial<KeyFields>;
  /** False once ledger may have been told of a key that is not in the rows any more. */
  isFirst: boolean;
  told: Told;
}

/** What ledger was told, and has to be told otherwise if the change is refused after all. */
interface Told {
  purses: boolean;
  remainUnits: bigint;
}

/** Changes a key of whoever asks: ledger first, then its row. */
export async function changeKey(
  context: Context,
  act: Act<User>,
  id: bigint,
  fields: Partial<KeyFields>,
): Promise<void> {
  await checkFields(context.knex, act.actor, fields);
  const told: Told = { purses: false, remainUnits: 0n };
  try {
    let isFirst = true;
    const outcome = await untilFresh(() => {
      const change = { id, fields, isFirst, told };
      isFirst = false;
      return tryToChange(context, act, change);
    });
    if (outcome === 'stale') refuse('key_kept_changing');
  } catch (error) {
    if (isRefusal(error)) await takeBack(context, id, told);
    throw error;
  }
}

async function takeBack(context: Context, id: bigint, { purses, remainUnits }: Told): Promise<void> {
  const change = changeBy(-remainUnits);
  let isBack = change === undefined;
  // In one: for a moment it would have the limit without its balance, or be without a limit from which it could be taken.
  const tell = async (row: KeyRow) => {
    const { changedUnits } = await openKeyPurses(context, fromKeyRow(row), change);
    isBack ||= changedUnits !== 0n;
  };
  if (purses) await tellAsItStands(context, { table: 'keys', id, tell });
  if (change && !isBack) await context.ledger.changeGrant({ purse: keyPurse(id), ...change });
}

async function tryToChange(
  context: Context,
  act: Act<User>,
  { id, fields, isFirst, told }: Change,
): Promise<'changed' | 'stale'> {
  const { knex } = context;
  const applies = await readApplies(knex);
  const row = await findRow(knex, act.actor.id, id);
  if (!row) return refuse('key_missing', 'id');
  const before = fromKeyRow(row);
  const after = withFields(before, fields);
  refuseOtherGroup(before, after);
  await refuseTakenName(knex, after);
  // Nothing is locked meanwhile. Of two changes at once the second is stale, and tells ledger of both; after a file, too.
  await tellLedger(context, before, after, { fields, isFirst, told });
  const outcome = await knex.transaction(async (transaction) => {
    const versions = await lockVersions(transaction);
    const now = await findRow(transaction, act.actor.id, id);
    if (now?.changed_version !== row.changed_version) return 'stale';
    if ((await readApplies(transaction)) !== applies) return 'stale';
    const next = { ...versions, keysVersion: versions.keysVersion + 1n };
    await refuseTakenName(transaction, after);
    // Once more when no group can go.
    await checkFields(transaction, act.actor, fields);
    await freeName(transaction, after);
    await upsertKeys(transaction, [after], next.keysVersion);
    await writeVersions(transaction, next);
    const changes = findDifferences(auditedKey(before), auditedKey(after));
    const quota = remainOf(fields);
    await act.audit(transaction, {
      kind: 'key',
      id: String(id),
      name: before.name,
      changes: { ...changes, ...(quota !== undefined && { remain_quota: [undefined, quota] }) },
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

const toldMembers = ['unlimited', 'softLimitPercent', 'modelLimits', 'budgets'] as const;

async function tellLedger(
  context: Context,
  before: Key,
  after: Key,
  { fields, isFirst, told }: Omit<Change, 'id'>,
): Promise<void> {
  const remain = remainOf(fields);
  // Nothing is told of a change that is refused.
  if (remain !== undefined && after.unlimited) refuse('key_unlimited', 'remain_quota');
  const reckon = async () =>
    remain === undefined ? undefined : reckonChange(context, after, BigInt(remain));
  if (!isFirst || toldMembers.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))) {
    const change = await reckon();
    told.purses = true;
    const { changedUnits, isAsReckoned } = await openKeyPurses(context, after, change);
    told.remainUnits += changedUnits;
    if (isAsReckoned) return;
  }
  told.remainUnits += await grant(context, after, await reckon());
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
