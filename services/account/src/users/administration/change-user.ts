import type { Knex } from 'knex';
import { deleteAccessTokensOfUser } from '../../access-tokens/store.ts';
import { findDifferences } from '../../audit/differences.ts';
import type { Context } from '../../context.ts';
import { dropResetCodes } from '../../emails/codes.ts';
import type { Act } from '../../operations/act.ts';
import { isRefusal, refuse } from '../../operations/refuse.ts';
import { deleteSessionsOfUser } from '../../sessions/store.ts';
import { auditedRemain } from '../../spenders/remain.ts';
import { createTeller, type Teller } from '../../spenders/teller.ts';
import { lockVersions, readApplies, writeVersions } from '../../versions/store.ts';
import { untilFresh } from '../../versions/until-fresh.ts';
import { refuseNameAsPassword } from '../password-rules.ts';
import { refuseSelf } from '../refuse-self.ts';
import { fromUserRow, type User, upsertUsers } from '../store.ts';
import { auditedUser } from './audited-user.ts';
import { checkFields, refuseTakenName } from './check-fields.ts';
import { type UserFields, withFields } from './fields.ts';
import { findTarget } from './find-target.ts';
import { userSpender } from './tell-ledger.ts';

interface Change {
  id: bigint;
  fields: Partial<UserFields>;
  /** Undefined where the password stays. */
  passwordHash: string | undefined;
  teller: Teller<User>;
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
  const teller = createTeller(context, userSpender(act.actor, id));
  try {
    const change = { id, fields, passwordHash, teller };
    const outcome = await untilFresh(() => tryToChange(context, act, change));
    if (outcome === 'stale') refuse('user_kept_changing');
  } catch (error) {
    if (isRefusal(error)) await teller.takeBack();
    throw error;
  }
}

async function tryToChange(
  context: Context,
  act: Act<User>,
  { id, fields, passwordHash, teller }: Change,
): Promise<'changed' | 'stale'> {
  const { knex } = context;
  const applies = await readApplies(knex);
  const row = await findTarget(knex, act.actor, id);
  if (passwordHash !== undefined) refuseSelf(act, id);
  const before = fromUserRow(row);
  const after = withFields(before, fields, passwordHash);
  if (fields.password !== undefined) refuseNameAsPassword(after.username, fields.password);
  await refuseName(knex, before, after);
  const quota = remainOf(fields);
  // Nothing is told of a change that is refused.
  if (quota !== undefined && after.unlimited) refuse('user_unlimited', 'remain_quota');
  // Nothing is locked meanwhile. Of two changes at once the second is stale, and tells ledger of both; after a file, too.
  await teller.tell(before, after, quota);
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
    if (passwordHash !== undefined) {
      await deleteSessionsOfUser(transaction, id);
      await dropResetCodes(transaction, id);
      // Whoever knew the old one may have made some, which nobody but their user can revoke.
      await deleteAccessTokensOfUser(transaction, id);
    }
    await writeVersions(transaction, next);
    await teller.finish(transaction);
    await act.audit(transaction, {
      kind: 'user',
      id: String(id),
      name: before.username,
      changes: {
        ...findDifferences(auditedUser(before), auditedUser(after)),
        ...(passwordHash !== undefined && { password: ['***', 'changed'] }),
        ...auditedRemain(quota),
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

/** Beside `unlimited_quota` it is the 0 that users without a limit are shown with. */
function remainOf({ unlimited_quota: unlimited, remain_quota: remain }: Partial<UserFields>) {
  return unlimited ? undefined : remain;
}
