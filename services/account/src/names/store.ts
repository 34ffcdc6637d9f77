import type { Knex } from 'knex';

type Names = Map<bigint, string>;

/** What rows of a table are called, by their ids; unknown ids are left out. */
export async function listNames(
  knex: Knex,
  table: 'users' | 'keys' | 'channels',
  ids: readonly bigint[],
): Promise<Names> {
  if (ids.length === 0) return new Map();
  const name = table === 'users' ? 'username' : 'name';
  const rows = await knex<{ id: bigint; name: string }>(table)
    .select('id', { name })
    .whereIn('id', ids.map(String));
  return new Map(rows.map((row) => [row.id, row.name]));
}

export interface Sought {
  /** Empty: any user. */
  username: string;
  /** 0: any user. */
  userId: bigint;
}

/** The user of this name or id, removed or not. */
export async function findUserIds(knex: Knex, sought: Sought): Promise<bigint[]> {
  return knex<{ id: bigint }>('users').where(ofUser(sought)).limit(1).pluck('id');
}

/** The keys of this name, removed ones included, with their users. */
export async function findKeys(
  knex: Knex,
  keyName: string,
  sought: Sought,
  limit: number,
): Promise<{ id: bigint; userId: bigint }[]> {
  return knex('keys')
    .join('users', 'users.id', 'keys.user_id')
    .where({ 'keys.name': keyName })
    .where(ofUser(sought))
    .orderBy('keys.id')
    .limit(limit)
    .select({ id: 'keys.id', userId: 'keys.user_id' });
}

function ofUser({ username, userId }: Sought): Record<string, string> {
  return {
    ...(username !== '' && { 'users.username': username }),
    ...(userId !== 0n && { 'users.id': String(userId) }),
  };
}
