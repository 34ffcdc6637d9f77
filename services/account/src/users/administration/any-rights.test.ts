import { fc } from '@headgate/runtime/testing/properties';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallDocument } from '../../testing/documents.ts';
import { signInAs } from '../../testing/session-client.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../../testing/test-account.ts';
import { type RoleName, roles } from '../roles.ts';
import { type UserRow, upsertUsers } from '../store.ts';
import { actions } from './manage-user.ts';

interface Person {
  role: RoleName;
  enabled: boolean;
  removed: boolean;
  group: string;
}

/** Two of each role, by their names. */
const firstRoles: readonly (readonly [string, RoleName])[] = [
  ['anna', 'root'],
  ['bert', 'root'],
  ['cora', 'admin'],
  ['dora', 'admin'],
  ['emil', 'user'],
  ['fred', 'user'],
];
const names = firstRoles.map(([name]) => name);
const firstId = 1_000;

type Wish = { action: (typeof actions)[number] } | { group: string };

let account: TestAccount;
beforeAll(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
});
afterAll(() => account.stop());

const rankOf = ({ role }: Person) => roles.indexOf(role);

/** What becomes of a person, as the rules are written; undefined where nobody may do this. */
function outcomeOf(actor: Person, target: Person, wish: Wish): Person | undefined {
  const isSelf = actor === target;
  if (!actor.enabled || actor.role === 'user' || target.removed) return undefined;
  if (actor.role !== 'root' && rankOf(target) >= rankOf(actor)) return undefined;
  if ('group' in wish) return { ...target, group: wish.group };
  if (wish.action === 'enable') return { ...target, enabled: true };
  if (isSelf || target.role === 'root') return undefined;
  switch (wish.action) {
    case 'disable':
      return { ...target, enabled: false };
    case 'delete':
      return { role: 'user', enabled: false, removed: true, group: 'default' };
    case 'promote':
      return actor.role === 'root' ? { ...target, role: 'admin' } : undefined;
    case 'demote':
      return actor.role === 'root' ? { ...target, role: 'user' } : undefined;
  }
}

const step = fc.record({
  actor: fc.constantFrom(...names),
  target: fc.constantFrom(...names),
  wish: fc.oneof(
    fc.record({ action: fc.constantFrom(...actions) }),
    fc.record({ group: fc.constantFrom('default', 'vip') }),
  ),
});

/** Everybody as they are at first. */
async function begin(): Promise<Map<string, Person>> {
  const first = { enabled: true, removed: false, group: 'default' };
  const people = new Map(firstRoles.map(([name, role]) => [name, { ...first, role }]));
  const users = [...people].map(([username, person]) => ({
    ...blank,
    ...person,
    id: idOf(username),
    username,
  }));
  await account.context.knex.transaction((transaction) => upsertUsers(transaction, users, 1n));
  return people;
}

const blank = {
  displayName: '',
  passwordHash: null,
  unlimited: true,
  grantedUnits: 0n,
  budgets: [],
  softLimitPercent: null,
  fromConfig: false,
};

function idOf(name: string): bigint {
  return BigInt(firstId + names.indexOf(name));
}

async function ask(actor: string, target: string, wish: Wish): Promise<unknown> {
  const client = await signInAs(account, actor);
  const body = { id: Number(idOf(target)), ...wish };
  return client.ask('action' in wish ? 'users.manage' : 'users.update', { body });
}

async function seen(): Promise<Map<string, Person>> {
  const rows = await account.context.knex<UserRow>('users').whereIn('username', names);
  return new Map(
    rows.map(({ username, role, enabled, removed, group_name: group }) => [
      username,
      { role, enabled, removed, group },
    ]),
  );
}

test('whatever people do to each other, everybody is what the rules make of them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      const people = await begin();
      for (const { actor, target, wish } of steps) {
        const [who, whom] = [people.get(actor), people.get(target)];
        const after = who && whom && outcomeOf(who, whom, wish);
        const asked = ask(actor, target, wish);
        if (after) await asked;
        else expect((await faultFrom(asked)).status).toBeLessThan(500);
        if (after) people.set(target, after);
        expect(await seen()).toEqual(people);
      }
    }),
    { numRuns: 6 },
  );
});
