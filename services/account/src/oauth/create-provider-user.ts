import { userPurse } from '@headgate/proto/purses';
import type { Knex } from 'knex';
import { quotaUnits } from '../apply/document/decimal.ts';
import type { Context } from '../context.ts';
import { defaultGroup } from '../groups/store.ts';
import { readOptions } from '../options/options.ts';
import { drawSpenderIds } from '../spenders/draw-spender-ids.ts';
import { isUsernameTaken } from '../users/find-user.ts';
import { type User, upsertUsers } from '../users/store.ts';
import { changePeople } from '../versions/change-people.ts';

export interface ProviderUser {
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
 * Makes a user of the default group who has no password, and is granted what all new users are. The purse comes first: one
 * without a user harms nobody. `also` runs in the transaction that writes the row.
 */
export async function createProviderUser(
  context: Pick<Context, 'knex' | 'ledger' | 'announce'>,
  { username, displayName, fallbackPrefix }: ProviderUser,
  also: (transaction: Knex.Transaction, user: User) => Promise<void>,
): Promise<User> {
  const { knex, ledger } = context;
  const [id] = await drawSpenderIds(context, 'users', 1);
  if (id === undefined) throw new Error('no id was drawn');
  const { new_user_quota_usd: usd } = await readOptions(knex);
  await ledger.openPurse({
    purse: userPurse(id),
    unlimited: false,
    source,
    grantedUnits: quotaUnits.parse(usd),
    softLimitPercent: undefined,
  });
  const shown = displayName
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longestDisplayName);
  return changePeople(context, async (transaction, keysVersion) => {
    let name = goodName.test(username) ? username : `${fallbackPrefix}_${id}`;
    if (await isUsernameTaken(transaction, name)) name = `${fallbackPrefix}_${id}`;
    // People may call themselves so as well.
    while (await isUsernameTaken(transaction, name)) name += '_';
    const user = { ...plain, id, username: name, displayName: shown || name };
    await upsertUsers(transaction, [user], keysVersion);
    await also(transaction, user);
    return user;
  });
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
