import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';
import { findByName, getNames } from './rpc.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
});
afterAll(() => account.stop());

async function find(of: { username?: string; userId?: bigint; keyName?: string }) {
  return findByName(account.context, { username: '', userId: 0n, keyName: '', ...of });
}

test('ids are named, and unknown ones are left out', async () => {
  const { userIds } = await find({ username: 'ada' });
  const { keyIds } = await find({ keyName: 'ci' });
  const [channel] = await account.context.knex('channels').where({ name: 'main' }).pluck('id');
  const names = await getNames(account.context, {
    userIds: [...userIds, 99n],
    keyIds: [...keyIds, 99n],
    channelIds: [channel, 99n],
  });
  expect(names.users).toEqual(new Map([[userIds[0], 'ada']]));
  expect(names.keys).toEqual(new Map([[keyIds[0], 'ci']]));
  expect(names.channels).toEqual(new Map([[channel, 'main']]));
});

test('a name is sought among one user’s keys or everybody’s', async () => {
  const ada = (await find({ username: 'ada' })).userIds[0] ?? 0n;
  const root = (await find({ username: 'root' })).userIds[0] ?? 0n;
  const { userIds, keyIds } = await find({ keyName: 'ci' });
  expect(userIds).toEqual([ada]);
  expect(await find({ keyName: 'ci', userId: ada })).toEqual({ userIds, keyIds });
  expect(await find({ keyName: 'ci', username: 'ada' })).toEqual({ userIds, keyIds });
  expect(await find({ keyName: 'ci', userId: root })).toEqual({ userIds: [], keyIds: [] });
  expect(await find({ username: 'nobody' })).toEqual({ userIds: [], keyIds: [] });
  expect(await find({ username: '\0' })).toEqual({ userIds: [], keyIds: [] });
});

test('of more keys of one name than can be told none are, but those of one user', async () => {
  const { knex } = account.context;
  await knex.raw(`
    with people as (
      insert into users (username, display_name, role, enabled, group_name, unlimited, granted_units, from_config,
        changed_version)
      select 'person-' || n, '', 'user', true, 'default', true, 0, false, 1 from generate_series(1, 1001) as n
      returning id)
    insert into keys (user_id, name, prefix, suffix, enabled, models, model_limits, unlimited, granted_units, expires_at,
      rpm, tpm, concurrency, ips, from_config, changed_version, hash_version)
    select id, 'many', '', '', true, '{}', '{}', true, 0, 0, 0, 0, 0, '{}', false, 1, 1 from people`);
  await expect(find({ keyName: 'many' })).rejects.toThrow('More than 1000 keys have this name');
  expect((await find({ keyName: 'many', username: 'person-1001' })).keyIds).toHaveLength(1);
});

test('a removed key keeps its name', async () => {
  const { keyIds } = await find({ keyName: 'ops' });
  const document = smallDocument();
  await account.apply({ ...document, keys: document.keys.slice(0, 1) }, { prune: true });
  expect((await find({ keyName: 'ops' })).keyIds).toEqual(keyIds);
});
