import type { Knex } from 'knex';
import type { Budget } from '../budgets/budget.ts';
import { upsertRows } from '../upsert-rows.ts';
import type { RoleName } from '../users/roles.ts';
import type { User } from '../users/store.ts';

/** Under whose name ledger is told what a key is granted in total: of whoever named it first. */
export type GrantSource = 'config' | 'owner';

export interface Key {
  id: bigint;
  userId: bigint;
  name: string;
  /** SHA-256 of the key's text; null once it is removed. */
  hash: Buffer | null;
  prefix: string;
  suffix: string;
  enabled: boolean;
  /** Null: the user's. */
  group: string | null;
  models: string[];
  /** Model to quota units, each below 2^53. */
  modelLimits: Record<string, number>;
  budgets: Budget[];
  unlimited: boolean;
  /** What the configuration granted in total. */
  grantedUnits: bigint;
  grantSource: GrantSource;
  /** After how much use of the grant notice is given; null: never. */
  softLimitPercent: number | null;
  /** Unix seconds; 0 means never. */
  expiresAt: bigint;
  rpm: number;
  tpm: number;
  concurrency: number;
  ips: string[];
  fromConfig: boolean;
  removed: boolean;
  /** Version at which the hash became known; null when that is the change being written. */
  hashVersion: bigint | null;
}

export interface KeyRow {
  id: bigint;
  user_id: bigint;
  name: string;
  hash: Buffer | null;
  prefix: string;
  suffix: string;
  enabled: boolean;
  group_name: string | null;
  models: string[];
  model_limits: Record<string, number>;
  budgets: Budget[];
  unlimited: boolean;
  granted_units: bigint;
  grant_source: GrantSource | null;
  soft_limit_percent: number | null;
  expires_at: bigint;
  rpm: number;
  tpm: number;
  concurrency: number;
  ips: string[];
  from_config: boolean;
  removed: boolean;
  changed_version: bigint;
  hash_version: bigint;
  sealed_text: Buffer | null;
  is_playground: boolean;
}

/** The keys of these names or hashes and those that a file made, removed ones included; oldest first. */
export async function listKeys(
  knex: Knex,
  { names, hashes }: { names: readonly string[]; hashes: readonly Buffer[] },
): Promise<Key[]> {
  const rows = await knex<KeyRow>('keys')
    .whereRaw('name = any(?)', [[...names]])
    .orWhereRaw('hash = any(?)', [[...hashes]])
    .orWhere({ from_config: true })
    .orderBy('id');
  return rows.map(fromKeyRow);
}

export interface VerifiedKey extends Key {
  user: { enabled: boolean; role: RoleName; group: string; unlimited: boolean; budgets: Budget[] };
}

type VerifiedKeyRow = KeyRow & {
  keys_version: bigint;
  user_enabled: boolean;
  user_role: RoleName;
  user_group: string;
  user_unlimited: boolean;
  user_budgets: Budget[];
};

/**
 * The key of this hash with what its user adds, and a version that the answer is at least as new as: one
 * statement sees both at one moment.
 */
export async function findKeyByHash(
  knex: Knex,
  hash: Buffer,
): Promise<{ key: VerifiedKey | undefined; keysVersion: bigint }> {
  const { rows } = await knex.raw<{ rows: (VerifiedKeyRow | { id: null; keys_version: bigint })[] }>(
    `${selectVerified} left join keys on keys.hash = ? left join users on users.id = keys.user_id`,
    [hash],
  );
  const [row] = rows;
  if (!row) throw new Error('the versions row is missing');
  if (row.id === null) return { key: undefined, keysVersion: row.keys_version };
  return { key: fromVerifiedRow(row), keysVersion: row.keys_version };
}

/** The key by which a user's sessions ask models for something, once there is one. */
export async function findPlaygroundKey(knex: Knex, userId: bigint): Promise<VerifiedKey | undefined> {
  const { rows } = await knex.raw<{ rows: VerifiedKeyRow[] }>(
    `${selectVerified} join keys on keys.user_id = ? and keys.is_playground and not keys.removed
                       join users on users.id = keys.user_id`,
    [String(userId)],
  );
  const [row] = rows;
  return row && fromVerifiedRow(row);
}

const selectVerified = `
  select versions.keys_version, keys.*, users.enabled as user_enabled, users.role as user_role,
         users.group_name as user_group, users.unlimited as user_unlimited, users.budgets as user_budgets
    from versions`;

function fromVerifiedRow(row: VerifiedKeyRow): VerifiedKey {
  const user = {
    enabled: row.user_enabled,
    role: row.user_role,
    group: row.user_group,
    unlimited: row.user_unlimited,
    budgets: row.user_budgets,
  };
  return { ...fromKeyRow(row), user };
}

export async function upsertKeys(
  transaction: Knex.Transaction,
  keys: readonly Key[],
  changedVersion: bigint,
): Promise<void> {
  if (keys.length === 0) return;
  const rows = keys.map((key) => ({
    id: key.id,
    user_id: key.userId,
    name: key.name,
    hash: key.hash,
    prefix: key.prefix,
    suffix: key.suffix,
    enabled: key.enabled,
    group_name: key.group,
    models: key.models,
    model_limits: JSON.stringify(key.modelLimits),
    budgets: JSON.stringify(key.budgets),
    unlimited: key.unlimited,
    granted_units: key.grantedUnits,
    grant_source: key.grantSource,
    soft_limit_percent: key.softLimitPercent,
    expires_at: key.expiresAt,
    rpm: key.rpm,
    tpm: key.tpm,
    concurrency: key.concurrency,
    ips: key.ips,
    from_config: key.fromConfig,
    removed: key.removed,
    changed_version: changedVersion,
    hash_version: key.hashVersion ?? changedVersion,
  }));
  await upsertRows(transaction, 'keys', 'id', rows);
  // What was kept to be shown again is the text that was.
  const renewed = keys.filter(({ hashVersion }) => hashVersion === null).map(({ id }) => String(id));
  await transaction<KeyRow>('keys').whereRaw('id = any(?)', [renewed]).update({ sealed_text: null });
}

/** What `removeKeys` takes out of use when users go. */
export async function keysOfUsers(
  transaction: Knex.Transaction,
  users: readonly Pick<User, 'id'>[],
): Promise<Pick<Key, 'id'>[]> {
  const ids = users.map(({ id }) => String(id));
  return transaction<KeyRow>('keys')
    .whereRaw('user_id = any(?)', [ids])
    .where({ removed: false })
    .select('id');
}

/** Takes keys out of use and forgets their texts; their names and ids stay theirs. */
export async function removeKeys(
  transaction: Knex.Transaction,
  keys: readonly Pick<Key, 'id'>[],
  changedVersion: bigint,
): Promise<void> {
  if (keys.length === 0) return;
  const ids = keys.map(({ id }) => String(id));
  await transaction<KeyRow>('keys').whereRaw('id = any(?)', [ids]).update({
    removed: true,
    enabled: false,
    hash: null,
    prefix: '',
    suffix: '',
    sealed_text: null,
    group_name: null,
    changed_version: changedVersion,
  });
}

/** Keys that changed after a version, `limit` of them at most. */
export async function listChangedKeyIds(knex: Knex, afterVersion: bigint, limit: number): Promise<bigint[]> {
  return knex<KeyRow>('keys').where('changed_version', '>', afterVersion).limit(limit).pluck('id');
}

/** Hashes that became known after a version. */
export async function listNewHashes(knex: Knex, afterVersion: bigint, limit: number): Promise<Buffer[]> {
  return knex<KeyRow & { hash: Buffer }>('keys')
    .where('hash_version', '>', afterVersion)
    .whereNotNull('hash')
    .limit(limit)
    .pluck('hash');
}

export function fromKeyRow(row: KeyRow): Key {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    hash: row.hash,
    prefix: row.prefix,
    suffix: row.suffix,
    enabled: row.enabled,
    group: row.group_name,
    models: row.models,
    modelLimits: row.model_limits,
    budgets: row.budgets,
    unlimited: row.unlimited,
    grantedUnits: row.granted_units,
    grantSource: row.grant_source ?? (row.from_config ? 'config' : 'owner'),
    softLimitPercent: row.soft_limit_percent,
    expiresAt: row.expires_at,
    rpm: row.rpm,
    tpm: row.tpm,
    concurrency: row.concurrency,
    ips: row.ips,
    fromConfig: row.from_config,
    removed: row.removed,
    hashVersion: row.hash_version,
  };
}
