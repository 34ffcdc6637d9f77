import { userPurse } from '@headgate/proto/purses';
import type { Knex } from 'knex';
import { findDifferences } from '../../audit/differences.ts';
import type { Context } from '../../context.ts';
import type { Act } from '../../operations/act.ts';
import { refuse } from '../../operations/refuse.ts';
import { deleteSessionsOfUser } from '../../sessions/store.ts';
import { isRefusal, tellAsItStands } from '../../spenders/tell-as-it-stands.ts';
import { lockVersions, readApplies, writeVersions } from '../../versions/store.ts';
import { untilFresh } from '../../versions/until-fresh.ts';
import { refuseNameAsPassword } from '../password-rules.ts';
import { refuseSelf } from '../refuse-self.ts';
import { fromUserRow, type User, type UserRow, upsertUsers } from '../store.ts';
import { auditedUser } from './audited-user.ts';
import { checkFields, refuseTakenName } from './check-fields.ts';
import { type UserFields, withFields } from './fields.ts';
import { findTarget } from './find-target.ts';
import { changeBy, grant, openUserPurse, reckonChange } from './tell-ledger.ts';

interface Change {
  id: bigint;
  fields: Partial<UserFields>;
  /** Undefined where the password stays. */
  passwordHash: string | undefined;
  /** False once ledger may have been told of a user who is not in the rows any more. */
  isFirst: boolean;
  told: Told;
}

/** What ledger was told, and has to be told otherwise if the change is refused after all. */
interface Told {
  purses: boolean;
  remainUnits: bigint;
}

/** Changes a user below whoever asks: ledger first, then their row. */
export async function changeUser(
  context: Context,
  act: Act<User>,
  id: bigint,
  fields: Partial<UserFields>,
): Promise<void> {
  await checkFields(context.knex, fields);
  const { password } = fields;
  const passwordHash =
    password === undefined ? undefined : await context.passwords.run(() => context.passwords.hash(password));
  const told: Told = { purses: false, remainUnits: 0n };
  try {
    let isFirst = true;
    const outcome = await untilFresh(() => {
      const change = { id, fields, passwordHash, isFirst, told };
      isFirst = false;
      return tryToChange(context, act, change);
    });
    if (outcome === 'stale') refuse('user_kept_changing');
  } catch (error) {
    if (isRefusal(error)) await takeBack(context, act.actor, id, told);
    throw error;
  }
}

async function takeBack(
  context: Context,
  actor: User,
  id: bigint,
  { purses, remainUnits }: Told,
): Promise<void> {
  const change = changeBy(actor, -remainUnits);
  let isBack = change === undefined;
  // In one: for a moment they would have the limit without its balance, or be without a limit from which it could be taken.
  const tell = async (row: UserRow) => {
    const { changedUnits } = await openUserPurse(context, fromUserRow(row), change);
    isBack ||= changedUnits !== 0n;
  };
  if (purses) await tellAsItStands(context, { table: 'users', id, tell });
  if (change && !isBack) await context.ledger.changeGrant({ purse: userPurse(id), ...change });
}

async function tryToChange(
  context: Context,
  act: Act<User>,
  { id, fields, passwordHash, isFirst, told }: Change,
): Promise<'changed' | 'stale'> {
  const { knex } = context;
  const applies = await readApplies(knex);
  const row = await findTarget(knex, act.actor, id);
  if (passwordHash !== undefined) refuseSelf(act, id);
  const before = fromUserRow(row);
  const after = withFields(before, fields, passwordHash);
  if (fields.password !== undefined) refuseNameAsPassword(after.username, fields.password);
  await refuseName(knex, before, after);
  // Nothing is locked meanwhile. Of two changes at once the second is stale, and tells ledger of both; after a file, too.
  await tellLedger(context, act.actor, { before, after, remain: fields.remain_quota, isFirst, told });
  const outcome = await knex.transaction(async (transaction) => {
    const versions = await lockVersions(transaction);
    const now = await findTarget(transaction, act.actor, id);
    if (now.changed_version !== row.changed_version) return 'stale';
    if ((await readApplies(transaction)) !== applies) return 'stale';
    const next = { ...versions, keysVersion: versions.keysVersion + 1n };
    await refuseName(transaction, before, after);
    // Once more when no group can go.
    await checkFields(transaction, fields);
    await upsertUsers(transaction, [after], next.keysVersion);
    if (passwordHash !== undefined) await deleteSessionsOfUser(transaction, id);
    await writeVersions(transaction, next);
    await act.audit(transaction, {
      kind: 'user',
      id: String(id),
      name: before.username,
      changes: {
        ...findDifferences(auditedUser(before), auditedUser(after)),
        ...(passwordHash !== undefined && { password: ['***', 'changed'] }),
        ...(fields.remain_quota !== undefined && { remain_quota: [undefined, fields.remain_quota] }),
      },
    });
    return next;
  });
  if (outcome === 'stale') return 'stale';
  context.announce(outcome);
  return 'changed';
}

async function refuseName(knex: Knex, before: User, after: User): Promise<void> {
  if (before.username === after.username) return;
  if (before.fromConfig) refuse('user_configured', 'username');
  // The same in letters of another size is theirs already.
  if (before.username.toLowerCase() !== after.username.toLowerCase())
    await refuseTakenName(knex, after.username);
}

const toldMembers = ['unlimited', 'softLimitPercent', 'budgets'] as const;

async function tellLedger(
  context: Context,
  actor: User,
  {
    before,
    after,
    remain,
    isFirst,
    told,
  }: { before: User; after: User; remain: number | undefined; isFirst: boolean; told: Told },
): Promise<void> {
  // Nothing is told of a change that is refused.
  if (remain !== undefined && after.unlimited) refuse('user_unlimited', 'remain_quota');
  const reckon = async () =>
    remain === undefined ? undefined : reckonChange(context, actor, after, BigInt(remain));
  if (!isFirst || toldMembers.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))) {
    const change = await reckon();
    told.purses = true;
    const { changedUnits, isAsReckoned } = await openUserPurse(context, after, change);
    told.remainUnits += changedUnits;
    if (isAsReckoned) return;
  }
  told.remainUnits += await grant(context, after, await reckon());
}
