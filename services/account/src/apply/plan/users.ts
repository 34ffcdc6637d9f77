import { defaultGroup } from '../../groups/store.ts';
import type { Passwords } from '../../users/passwords.ts';
import { roles } from '../../users/roles.ts';
import type { User } from '../../users/store.ts';
import type { Document } from '../document/document.ts';
import type { UserEntry } from '../document/users.ts';
import { mapSome } from '../map-some.ts';
import { formatPath, type Problem } from '../problems/problems.ts';
import { assignIds, type Draft, type DrawIds } from './assign-ids.ts';
import { compare, type Difference, type Kind } from './difference.ts';
import { showBudgets } from './show-budgets.ts';
import { showQuota } from './show-quota.ts';

const kind: Kind<User> = {
  word: 'user',
  nameOf: ({ username }) => username,
  identify: ({ username }) => username,
  shown: {
    display_name: ({ displayName }) => displayName,
    role: ({ role }) => role,
    group: ({ group }) => group,
    quota: showQuota,
    budgets: ({ budgets }) => showBudgets(budgets),
    soft_limit_percent: ({ softLimitPercent }) => softLimitPercent ?? 'none',
    enabled: ({ enabled }) => enabled,
    'in the file': ({ fromConfig }) => fromConfig,
  },
  hidden: { password: ({ passwordHash }) => passwordHash ?? '' },
};

export interface UserPlan extends Difference<User> {
  problems: Problem[];
  warnings: string[];
}

const shortPassword = 8;

/** A root user is never removed: a file that forgot its owner would lock everybody out. */
export async function planUsers(
  document: Document,
  all: readonly User[],
  { prune, drawIds, passwords }: { prune: boolean; drawIds: DrawIds; passwords: Passwords },
): Promise<UserPlan> {
  const known = new Map(all.map((user) => [user.username, user]));
  // A few at a time: hashes take all threads, which files and names need as well.
  const rows = await mapSome(document.users, (entry) => toUser(entry, known.get(entry.username), passwords));
  const wanted = await assignIds(rows, drawIds);
  const current = all.filter(({ removed }) => !removed);
  const isRemoved = ({ fromConfig, role }: User): boolean => prune && fromConfig && role !== 'root';
  const difference = compare(kind, current, wanted, isRemoved);
  const named = new Set(document.users.map(({ username }) => username));
  const kept = prune ? current.filter(({ username, role }) => role === 'root' && !named.has(username)) : [];
  return {
    ...difference,
    problems: [
      ...document.users.flatMap((entry, index) => refuseRole(entry, index, known.get(entry.username))),
      ...keepRoot(document.users, current),
    ],
    warnings: [
      ...kept.map(({ username }) => `user ${username}: kept, a root user is never pruned`),
      ...document.users
        .filter(({ password }) => password !== undefined && password.length < shortPassword)
        .map(({ username }) => `user ${username}: the password has fewer than ${shortPassword} characters`),
    ],
  };
}

/** Who came by themselves keeps their ways in: with a name that somebody else was meant to have, they had the role as well. */
function refuseRole({ role = 'user' }: UserEntry, index: number, known: User | undefined): Problem[] {
  if (!known || known.fromConfig || roles.indexOf(role) <= roles.indexOf(known.role)) return [];
  const message =
    'is more than this user has, whom no file made: apply it without a role first, if they are meant';
  return [{ path: formatPath(['users', index, 'role']), message }];
}

/** Whoever comes first makes themselves root where nobody is. */
function keepRoot(entries: readonly UserEntry[], current: readonly User[]): Problem[] {
  const roots = current.filter(({ role }) => role === 'root').map(({ username }) => username);
  const named = new Set(entries.map(({ username }) => username));
  if (roots.some((root) => !named.has(root)) || entries.some(({ role }) => role === 'root')) return [];
  return entries.flatMap(({ username }, index) =>
    roots.includes(username)
      ? [{ path: formatPath(['users', index, 'role']), message: 'must be root: nobody else is' }]
      : [],
  );
}

/** What a file leaves out of a user that people change elsewhere (password, name, enabled) stays as it is. */
async function toUser(entry: UserEntry, known: User | undefined, passwords: Passwords): Promise<Draft<User>> {
  const live = known?.removed ? undefined : known;
  return {
    id: known?.id,
    username: entry.username,
    displayName: entry.display_name ?? live?.displayName ?? entry.username,
    passwordHash: await passwordHash(entry.password, live?.passwordHash ?? null, passwords),
    role: entry.role ?? 'user',
    enabled: entry.enabled ?? live?.enabled ?? true,
    group: entry.group ?? defaultGroup,
    unlimited: entry.quota_usd === undefined,
    grantedUnits: entry.quota_usd ?? 0n,
    budgets: entry.budgets,
    softLimitPercent: entry.soft_limit_percent ?? null,
    fromConfig: true,
    removed: false,
  };
}

/** Every hash of a password is another: the known one is kept where it still fits. */
async function passwordHash(
  password: string | undefined,
  known: string | null,
  passwords: Passwords,
): Promise<string | null> {
  if (password === undefined) return known;
  return known !== null && (await passwords.verify(password, known)) ? known : passwords.hash(password);
}
