import type { Context } from '../../context.ts';
import { defaultGroup } from '../../groups/store.ts';
import type { Act } from '../../operations/act.ts';
import { deny } from '../../operations/refuse.ts';
import { drawSpenderIds } from '../../spenders/draw-spender-ids.ts';
import { changeBy, grant } from '../../spenders/grant.ts';
import { lockVersions, writeVersions } from '../../versions/store.ts';
import { refuseNameAsPassword } from '../password-rules.ts';
import type { RoleName } from '../roles.ts';
import { type User, upsertUsers } from '../store.ts';
import { auditedUser } from './audited-user.ts';
import { checkFields, refuseTakenName } from './check-fields.ts';
import { type UserFields, withFields } from './fields.ts';
import { isBelow, readActorRole } from './find-target.ts';
import { openUserPurse, userSpender } from './tell-ledger.ts';

export type NewUser = Partial<UserFields> & Pick<UserFields, 'username' | 'password'> & { role: RoleName };

/** Makes a user below whoever asks, and returns their id. They have no quota but what is said. */
export async function makeUser(context: Context, act: Act<User>, fields: NewUser): Promise<bigint> {
  const { knex } = context;
  refuseRole(act.actor.role, fields.role);
  await checkFields(knex, fields);
  refuseNameAsPassword(fields.username, fields.password);
  await refuseTakenName(knex, fields.username);
  const passwordHash = await context.passwords.run(() => context.passwords.hash(fields.password));
  const [id] = await drawSpenderIds(context, 'users', 1);
  if (id === undefined) throw new Error('no id was drawn');
  const user = withFields(blankUser(id, fields), fields, passwordHash);
  await openUserPurse(context, user);
  const spender = userSpender(act.actor, id);
  await grant(context, spender, changeBy(spender, BigInt(fields.remain_quota ?? 0)));
  context.reach('after-purses');
  const versions = await knex.transaction(async (transaction) => {
    const before = await lockVersions(transaction);
    refuseRole(await readActorRole(transaction, act.actor), user.role);
    await refuseTakenName(transaction, user.username);
    // Once more when no group can go.
    await checkFields(transaction, fields);
    const after = { ...before, keysVersion: before.keysVersion + 1n };
    await upsertUsers(transaction, [user], after.keysVersion);
    await writeVersions(transaction, after);
    const made = { ...auditedUser(user), remain_quota: fields.remain_quota ?? 0 };
    const changes: Record<string, [unknown, unknown]> = { made: [undefined, made] };
    await act.audit(transaction, { kind: 'user', id: String(id), name: user.username, changes });
    return after;
  });
  context.announce(versions);
  return id;
}

function refuseRole(actor: RoleName, role: RoleName): void {
  if (!isBelow(role, actor)) deny('You may make users below your own role alone.');
}

function blankUser(id: bigint, { username, role }: NewUser): User {
  return {
    id,
    username,
    displayName: username,
    passwordHash: null,
    role,
    enabled: true,
    group: defaultGroup,
    unlimited: false,
    grantedUnits: 0n,
    budgets: [],
    softLimitPercent: null,
    fromConfig: false,
    removed: false,
  };
}
