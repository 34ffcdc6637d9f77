import type { Knex } from 'knex';
import type { Budget } from '../budgets/budget.ts';
import { defaultGroup } from '../groups/store.ts';
import { upsertRows } from '../upsert-rows.ts';
import type { RoleName } from './roles.ts';

export interface User {
  id: bigint;
  username: string;
  displayName: string;
  /** Null: nobody can log in as this user. */
  passwordHash: string | null;
  role: RoleName;
  enabled: boolean;
  group: string;
  unlimited: boolean;
  /** What the configuration granted in total. */
  grantedUnits: bigint;
  budgets: Budget[];
  /** After how much use of the grant notice is given; null: never. */
  softLimitPercent: number | null;
  fromConfig: boolean;
  removed: boolean;
}

export interface UserRow {
  id: bigint;
  username: string;
  display_name: string;
  password_hash: string | null;
  role: RoleName;
  enabled: boolean;
  group_name: string;
  unlimited: boolean;
  granted_units: bigint;
  budgets: Budget[];
  soft_limit_percent: number | null;
  from_config: boolean;
  removed: boolean;
  changed_version: bigint;
}

/** The users of these names, those that a file made and every root, removed ones included; oldest first. */
export async function listUsers(knex: Knex, usernames: readonly string[]): Promise<User[]> {
  const rows = await knex<UserRow>('users')
    .whereRaw('username = any(?)', [[...usernames]])
    .orWhere({ from_config: true })
    .orWhere({ role: 'root' })
    .orderBy('id');
  return rows.map(fromUserRow);
}

export async function findUserById(knex: Knex, id: bigint): Promise<User | undefined> {
  const row = await knex<UserRow>('users').where({ id, removed: false }).first();
  return row && fromUserRow(row);
}

/**
 * Keeps a user's row as it is until the transaction ends; asked before rows that belong to it are changed: whoever ends all of
 * these has the row first, and in any other order the two wait for each other.
 */
export async function lockUser(transaction: Knex.Transaction, id: bigint): Promise<void> {
  await transaction<UserRow>('users').where({ id }).forUpdate().first('id');
}

export async function upsertUsers(
  transaction: Knex.Transaction,
  users: readonly User[],
  changedVersion: bigint,
): Promise<void> {
  if (users.length === 0) return;
  const rows = users.map((user) => ({
    id: user.id,
    username: user.username,
    display_name: user.displayName,
    password_hash: user.passwordHash,
    role: user.role,
    enabled: user.enabled,
    group_name: user.group,
    unlimited: user.unlimited,
    granted_units: user.grantedUnits,
    budgets: JSON.stringify(user.budgets),
    soft_limit_percent: user.softLimitPercent,
    from_config: user.fromConfig,
    removed: user.removed,
    changed_version: changedVersion,
  }));
  await upsertRows(transaction, 'users', 'id', rows);
}

/** Takes users out of use and ends what they could do; their names and ids stay theirs. */
export async function removeUsers(
  transaction: Knex.Transaction,
  users: readonly User[],
  changedVersion: bigint,
): Promise<void> {
  if (users.length === 0) return;
  const ids = users.map(({ id }) => String(id));
  // Their rows first, as whoever changes their own ways in locks them: in any other order the two wait for each other.
  await transaction<UserRow & { email: string | null }>('users').whereRaw('id = any(?)', [ids]).update({
    removed: true,
    enabled: false,
    role: 'user',
    password_hash: null,
    email: null,
    group_name: defaultGroup,
    changed_version: changedVersion,
  });
  for (const table of ['sessions', 'access_tokens', 'second_factors', 'backup_codes', 'passkeys'])
    await transaction<{ user_id: bigint }>(table).whereRaw('user_id = any(?)', [ids]).delete();
}

/** Users that changed after a version, `limit` of them at most. */
export async function listChangedUserIds(knex: Knex, afterVersion: bigint, limit: number): Promise<bigint[]> {
  return knex<UserRow>('users').where('changed_version', '>', afterVersion).limit(limit).pluck('id');
}

export function fromUserRow(row: UserRow): User {
  return {
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    passwordHash: row.password_hash,
    role: row.role,
    enabled: row.enabled,
    group: row.group_name,
    unlimited: row.unlimited,
    grantedUnits: row.granted_units,
    budgets: row.budgets,
    softLimitPercent: row.soft_limit_percent,
    fromConfig: row.from_config,
    removed: row.removed,
  };
}
