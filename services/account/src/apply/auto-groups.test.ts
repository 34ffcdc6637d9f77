/** The group `auto`, which stands for others. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyKey } from '../keys/rpc.ts';
import { hashKey } from '../keys/text.ts';
import { type SmallDocument, smallDocument } from '../testing/documents.ts';
import { signInAs } from '../testing/session-client.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';

let account: TestAccount;
beforeEach(async () => {
  account = await createTestAccount();
});
afterEach(() => account.stop());

const site = { auto_groups: ['vip', 'default'] };

/** Key `ci` of user ada, with these groups. */
function documentWith(groups: { user?: string; key?: string }): SmallDocument {
  const document = smallDocument();
  const [key, user] = [document.keys[0] ?? {}, document.users[1] ?? {}];
  if (groups.user !== undefined) Object.assign(user, { group: groups.user });
  if (groups.key !== undefined) Object.assign(key, { group: groups.key });
  return document;
}
const groupOf = async (key: string) => (await verifyKey(account.context, { hash: hashKey(key) })).key?.group;

test('a key of the group is told as such, whether it is its own group or its user’s', async () => {
  await account.apply({ ...documentWith({ key: 'auto' }), site });
  expect(await groupOf('sk-ci-0123456789abcdef')).toBe('auto');
  expect(await groupOf('sk-ops-0123456789abcdef')).toBe('default');
  await account.apply(documentWith({ user: 'auto' }));
  expect(await groupOf('sk-ci-0123456789abcdef')).toBe('auto');
});

test('gateways hear what it stands for, and a change of it is said', async () => {
  expect((await account.apply({ ...smallDocument(), site })).changes).toContain(
    'site: auto_groups none -> vip default',
  );
  const told = async () => (await account.context.catalog.get(0n)).catalog?.autoGroups;
  expect(await told()).toEqual(['vip', 'default']);
  const { changes } = await account.apply({ ...smallDocument(), site: { auto_groups: ['default'] } });
  expect(changes).toEqual(['site: auto_groups vip default -> default']);
  expect(await told()).toEqual(['default']);
});

test('a file without a site leaves it as it was, so that others may use it', async () => {
  await account.apply({ ...smallDocument(), site });
  expect((await account.apply({ ...smallDocument(), site: { name: 'Headgate' } })).changes).toEqual([]);
  expect((await account.apply(documentWith({ key: 'auto' }))).changes).toEqual([
    "key ci: group the user's -> auto",
  ]);
});

const nothing = 'the group "auto" stands for nothing: the site has no auto_groups';

test.each([
  [documentWith({ key: 'auto' }), `key ci: ${nothing}`],
  [documentWith({ user: 'auto' }), `user ada: ${nothing}`],
  [{ ...documentWith({ key: 'auto' }), site: { auto_groups: [] } }, `key ci: ${nothing}`],
  [{ ...smallDocument(), site: { auto_groups: ['gold'] } }, 'site.auto_groups: there is no group "gold"'],
  [{ ...smallDocument(), site: { auto_groups: ['auto'] } }, 'site.auto_groups: there is no group "auto"'],
  [{ ...smallDocument(), groups: { auto: {} } }, 'groups.auto: may not be declared'],
])('refused: %#', async (document, says) => {
  expect((await account.refusal(document)).message).toContain(says);
});

test('what is used cannot be taken away', async () => {
  await account.apply({ ...documentWith({ key: 'auto' }), site });
  const { message } = await account.refusal({ site: { auto_groups: [] } });
  expect(message).toContain(`key ci: ${nothing}`);
  const { groups, ...rest } = smallDocument();
  const pruned = { ...rest, groups: { default: groups.default } };
  expect((await account.refusal(pruned, { prune: true })).message).toContain(
    'site.auto_groups: there is no group "vip"',
  );
});

test('it stands for something while people have it whom no file names', async () => {
  await account.apply({ ...smallDocument(), site });
  const root = await signInAs(account, 'root');
  const body = { username: 'eve', password: 'a password', group: 'auto' };
  const { id } = Object(await root.ask('users.create', { body }));
  const emptied = { site: { auto_groups: [] } };
  expect((await account.refusal(emptied)).message).toContain(
    'group auto: is used by 1 user that no file names',
  );
  await root.ask('users.update', { body: { id, group: 'default' } });
  await account.apply(emptied);
});

test('no channel is of the group, which would serve nobody', async () => {
  const document = smallDocument();
  const channels = document.channels.map((channel) => ({ ...channel, groups: ['auto'] }));
  const { message } = await account.refusal({ ...document, channels, site });
  expect(message).toContain('channel main: there is no group "auto"');
});

test('administrators read what it stands for, so that pages can offer it where it stands for something', async () => {
  await account.apply(smallDocument());
  const root = await signInAs(account, 'root');
  expect(await root.ask('groups.auto')).toEqual([]);
  await account.apply({ ...smallDocument(), site });
  expect(await root.ask('groups.auto')).toEqual(['vip', 'default']);
  expect(await root.ask('groups.list')).not.toContain('auto');
});
