import { userPurse } from '@headgate/proto/purses';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { drawIds } from '../draw-ids.ts';
import { defaultGroup } from '../groups/store.ts';
import { lockVersions, writeVersions } from '../versions/store.ts';
import { type User, type UserRow, upsertUsers } from './store.ts';

export interface NewUser {
  /** What they would like to be called; another name is made where this is no name, or somebody's. */
  username: string;
  displayName: string;
  /** Begins the name that is made. */
  fallbackPrefix: string;
}

/** Who grants what new users get. */
const source = 'registration';
const goodName = /^[\w][\w.-]{1,18}[\w]$/;
const longestDisplayName = 200;

/**
 * Makes a user of the default group who has no password and nothing to spend yet. The purse comes first: one without a user
 * harms nobody. `also` runs in the transaction that writes the row.
 */
export async function createUser(
  { knex, ledger, announce }: Pick<Context, 'knex' | 'ledger' | 'announce'>,
  { username, displayName, fallbackPrefix }: NewUser,
  also: (transaction: Knex.Transaction, user: User) => Promise<void>,
): Promise<User> {
  const [id] = await drawIds(knex, 'users', 1);
  if (id === undefined) throw new Error('no id was drawn');
  await ledger.openPurse({
    purse: userPurse(id),
    unlimited: false,
    source,
    grantedUnits: 0n,
    softLimitPercent: undefined,
  });
  const { user, versions } = await knex.transaction(async (transaction) => {
    const before = await lockVersions(transaction);
    const after = { ...before, keysVersion: before.keysVersion + 1n };
    const isFree = goodName.test(username) && !(await isTaken(transaction, username));
    const name = isFree ? username : `${fallbackPrefix}_${id}`;
    const shown = displayName
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, longestDisplayName);
    const made = { ...plain, id, username: name, displayName: shown || name };
    await upsertUsers(transaction, [made], after.keysVersion);
    await also(transaction, made);
    await writeVersions(transaction, after);
    return { user: made, versions: after };
  });
  announce(versions);
  return user;
}

/** Names of removed users stay theirs. Who makes users holds the versions row, so that no two take one name. */
async function isTaken(transaction: Knex.Transaction, username: string): Promise<boolean> {
  const row = await transaction<UserRow>('users').where({ username }).first('id');
  return row !== undefined;
}

const plain: Omit<User, 'id' | 'username' | 'displayName'> = {
  passwordHash: null,
  role: 'user',
  enabled: true,
  group: defaultGroup,
  unlimited: false,
  grantedUnits: 0n,
  budgets: [],
  softLimitPercent: null,
  fromConfig: false,
  removed: false,
};
