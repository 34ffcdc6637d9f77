import { userPurse } from '@headgate/proto/purses';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { defaultGroup, ensureDefaultGroup } from '../groups/store.ts';
import type { Act } from '../operations/act.ts';
import { refuse } from '../operations/refuse.ts';
import { drawSpenderIds } from '../spenders/draw-spender-ids.ts';
import { changePeople } from '../versions/change-people.ts';
import { findUserByEmail, isUsernameTaken } from './find-user.ts';
import type { RoleName } from './roles.ts';
import { type User, upsertUsers } from './store.ts';

/** A user that no file names. */
export interface NewUser {
  username: string;
  displayName?: string;
  /** Null: comes by a provider alone. */
  passwordHash: string | null;
  role: RoleName;
  /** One that they have shown to have; null: none. */
  email: string | null;
  /** `unlimited`, or what the ledger grants under the name of `source`. */
  quota: 'unlimited' | { source: string; units: bigint };
  /** The last word, in the transaction that makes the row. */
  admit?: (transaction: Knex.Transaction) => Promise<void>;
}

/**
 * Makes a user. The purse is opened under the id that the row will have, and before it: whoever dies in between leaves a purse
 * that nobody owns, and the next try draws another id, so that nobody is granted anything twice.
 */
export async function createUser(
  context: Pick<Context, 'knex' | 'ledger' | 'announce'>,
  act: Pick<Act, 'audit'>,
  wanted: NewUser,
): Promise<User> {
  const { knex, ledger } = context;
  const { username, email, quota } = wanted;
  if (await isUsernameTaken(knex, username)) refuseName();
  const [id] = await drawSpenderIds(context, 'users', 1);
  if (id === undefined) throw new Error('the database drew no id');
  const unlimited = quota === 'unlimited';
  const { source, units } = unlimited ? { source: 'setup', units: 0n } : quota;
  const purse = { purse: userPurse(id), unlimited, source, grantedUnits: units, softLimitPercent: undefined };
  await ledger.openPurse(purse);
  const user = toUser(id, wanted, unlimited);
  await changePeople(context, async (transaction, keysVersion) => {
    if (await isUsernameTaken(transaction, username)) refuseName();
    if (email !== null && (await findUserByEmail(transaction, email))) refuse('address_taken', 'email');
    await wanted.admit?.(transaction);
    await ensureDefaultGroup(transaction);
    await upsertUsers(transaction, [user], keysVersion);
    await transaction('users').where({ id }).update({ email });
    await act.audit(transaction, { kind: 'user', id: String(id), name: username });
  });
  return user;
}

function toUser(
  id: bigint,
  { username, displayName, passwordHash, role }: NewUser,
  unlimited: boolean,
): User {
  return {
    id,
    username,
    displayName: displayName ?? username,
    passwordHash,
    role,
    enabled: true,
    group: defaultGroup,
    unlimited,
    grantedUnits: 0n,
    budgets: [],
    softLimitPercent: null,
    fromConfig: false,
    removed: false,
  };
}

function refuseName(): never {
  return refuse('username_taken', 'username');
}
