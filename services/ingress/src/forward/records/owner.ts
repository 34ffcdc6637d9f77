import type { Role } from '@headgate/proto/gen/headgate/account/v1/account';
import { call } from '@headgate/runtime/rpc/client';
import { keyOf } from '../../caller/authenticate.ts';
import type { Context } from '../../context.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { RecordScope } from '../../routes/route.ts';
import type { Asked } from './asked.ts';

/** Whose records are meant; both empty: everybody's. */
export interface Owner {
  userIds: bigint[];
  keyIds: bigint[];
}

/** Whose records a caller sees, narrowed to the names that were asked for; undefined when nobody is called so. */
export async function findOwner(
  context: Context,
  exchange: Exchange,
  scope: RecordScope,
  { username, keyName }: Asked,
): Promise<Owner | undefined> {
  if (scope === 'key') {
    const { userId, id } = keyOf(exchange);
    return { userIds: [userId], keyIds: [id] };
  }
  if (scope === 'self') {
    const { id: userId } = userOf(exchange);
    return keyName === ''
      ? { userIds: [userId], keyIds: [] }
      : find(context, { userId, username: '', keyName });
  }
  if (username === '' && keyName === '') return { userIds: [], keyIds: [] };
  return find(context, { userId: 0n, username, keyName });
}

async function find(
  { account }: Context,
  sought: { userId: bigint; username: string; keyName: string },
): Promise<Owner | undefined> {
  const { userIds, keyIds } = await call(account, account.findByName, sought);
  return userIds.length === 0 ? undefined : { userIds, keyIds };
}

/** The user that the row's proof has established. */
export function userOf({ session }: Exchange): { id: bigint; role: Role } {
  if (!session) throw new Error('This row of the route table needs a proof of "session"');
  return session.user;
}
