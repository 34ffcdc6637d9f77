import { fault } from '@headgate/proto/faults';
import type {
  FindByNameRequest,
  FindByNameResponse,
  GetNamesRequest,
  GetNamesResponse,
} from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import type { Context } from '../context.ts';
import { refuse } from '../operations/refuse.ts';
import { findKeys, findUserIds, listNames } from './store.ts';

const mostIds = 1_000;

/** What ids are called, for pages that know only those. */
export async function getNames(
  { knex }: Pick<Context, 'knex'>,
  { userIds, keyIds, channelIds }: GetNamesRequest,
): Promise<GetNamesResponse> {
  if (Math.max(userIds.length, keyIds.length, channelIds.length) > mostIds) {
    throw new FaultError(fault('invalid_request', { message: `At most ${mostIds} ids can be named.` }));
  }
  const [users, keys, channels] = await Promise.all([
    listNames(knex, 'users', userIds),
    listNames(knex, 'keys', keyIds),
    listNames(knex, 'channels', channelIds),
  ]);
  return { users, keys, channels };
}

/** Who is called so. Names with a character that no column holds are nobody's. */
export async function findByName(
  { knex }: Pick<Context, 'knex'>,
  { username, userId, keyName }: FindByNameRequest,
): Promise<FindByNameResponse> {
  if (`${username}${keyName}`.includes('\0')) return { userIds: [], keyIds: [] };
  const sought = { username, userId };
  if (keyName === '') return { userIds: await findUserIds(knex, sought), keyIds: [] };
  const keys = await findKeys(knex, keyName, sought, mostIds + 1);
  // Some of them would pass for all.
  if (keys.length > mostIds) refuse('key_name_too_common', 'token_name', { most: String(mostIds) });
  return { userIds: [...new Set(keys.map((key) => key.userId))], keyIds: keys.map(({ id }) => id) };
}
