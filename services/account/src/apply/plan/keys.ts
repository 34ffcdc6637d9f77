import type { Key } from '../../keys/store.ts';
import { hashKey, isShortKey, showKey } from '../../keys/text.ts';
import type { User } from '../../users/store.ts';
import type { Document } from '../document/document.ts';
import type { KeyEntry } from '../document/keys.ts';
import { findRepeats } from '../problems/find-contradictions.ts';
import { formatPath, type Problem } from '../problems/problems.ts';
import { assignIds, type Draft, type DrawIds } from './assign-ids.ts';
import { compare, type Difference, type Kind } from './difference.ts';
import { showBudgets } from './show-budgets.ts';
import { showQuota, showUnits } from './show-quota.ts';

const kind: Kind<Key> = {
  word: 'key',
  nameOf: ({ name }) => name,
  identify: ({ userId, name }) => `${userId}\n${name}`,
  shown: {
    group: ({ group }) => group ?? "the user's",
    quota: showQuota,
    soft_limit_percent: ({ softLimitPercent }) => softLimitPercent ?? 'none',
    models: ({ models }) => models,
    model_limits: ({ modelLimits }) => showLimits(modelLimits),
    budgets: ({ budgets }) => showBudgets(budgets),
    expires_at: ({ expiresAt }) => expiresAt,
    rpm: ({ rpm }) => rpm,
    tpm: ({ tpm }) => tpm,
    concurrency: ({ concurrency }) => concurrency,
    ips: ({ ips }) => ips,
    enabled: ({ enabled }) => enabled,
    'in the file': ({ fromConfig }) => fromConfig,
  },
  hidden: { 'key text': ({ hash }) => hash?.toString('hex') ?? '' },
};

export interface KeyPlan extends Difference<Key> {
  problems: Problem[];
  warnings: string[];
}

/** Keys belong to users that are there afterwards; those of users who go, go with them. */
export async function planKeys(
  document: Document,
  all: readonly Key[],
  { final: users, removed: gone }: Pick<Difference<User>, 'final' | 'removed'>,
  { prune, drawIds }: { prune: boolean; drawIds: DrawIds },
): Promise<KeyPlan> {
  const problems: Problem[] = [];
  const owners = document.keys.map((entry, index) => {
    const owner = findOwner(entry, users);
    if (!owner) problems.push(noOwner(entry, index));
    return owner;
  });
  problems.push(
    ...findRepeats(
      'keys',
      'name',
      [...document.keys.entries()],
      ([index, { name }]) => `${owners[index]?.id}\n${name}`,
    ),
  );
  const known = new Map(all.map((key) => [kind.identify(key), key]));
  const rows = document.keys.flatMap((entry, index) => {
    const owner = owners[index];
    return owner ? [toKey(entry, owner, known.get(`${owner.id}\n${entry.name}`))] : [];
  });
  const wanted = await assignIds(rows, drawIds);
  const current = all.filter(({ removed }) => !removed);
  const goneIds = new Set(gone.map(({ id }) => id));
  const isRemoved = ({ fromConfig, userId }: Key): boolean => prune && (fromConfig || goneIds.has(userId));
  const warnings = document.keys
    .filter(({ key }) => isShortKey(key))
    .map(({ name }) => `key ${name}: it is so short that it could be guessed`);
  return { ...compare(kind, current, wanted, isRemoved), problems, warnings };
}

function findOwner({ user }: KeyEntry, users: readonly User[]): User | undefined {
  if (user !== undefined) return users.find(({ username }) => username === user);
  const roots = users.filter(({ role }) => role === 'root');
  return roots.reduce<User | undefined>(
    (oldest, root) => (oldest && oldest.id < root.id ? oldest : root),
    undefined,
  );
}

function noOwner({ user }: KeyEntry, index: number): Problem {
  const message = user === undefined ? 'is missing, and there is no root user' : `there is no user "${user}"`;
  return { path: formatPath(['keys', index, 'user']), message };
}

function toKey(entry: KeyEntry, owner: User, known: Key | undefined): Draft<Key> {
  const hash = hashKey(entry.key);
  const limits = Object.entries(entry.model_limits).map(([model, units]) => [model, Number(units)] as const);
  const isSameText = known?.hash?.equals(hash) ?? false;
  return {
    id: known?.id,
    userId: owner.id,
    name: entry.name,
    hash,
    ...showKey(entry.key),
    enabled: entry.enabled ?? (known && !known.removed ? known.enabled : true),
    group: entry.group ?? null,
    models: entry.models,
    modelLimits: Object.fromEntries(limits),
    budgets: entry.budgets,
    unlimited: entry.quota_usd === undefined,
    grantedUnits: entry.quota_usd ?? 0n,
    grantSource: known?.grantSource ?? 'config',
    softLimitPercent: entry.soft_limit_percent ?? null,
    expiresAt: BigInt(entry.expires_at ?? 0),
    rpm: entry.rpm ?? 0,
    tpm: entry.tpm ?? 0,
    concurrency: entry.concurrency ?? 0,
    ips: entry.ips,
    fromConfig: true,
    removed: false,
    hashVersion: isSameText && known ? known.hashVersion : null,
  };
}

/** Sorted: the database does not keep the order of a map's members. */
function showLimits(limits: Record<string, number>): (readonly [string, string])[] {
  return Object.entries(limits)
    .map(([model, units]) => [model, showUnits(BigInt(units))] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
