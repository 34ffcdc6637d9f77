import { afterEach, beforeEach, expect, it } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { enter } from '../testing/people.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';
import { getPlaygroundKey } from './playground.ts';

let account: TestAccount;
let sessionToken: string;
beforeEach(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  sessionToken = await enter(account);
  account.ledger.forget();
});
afterEach(() => account.stop());

const ask = async (token = sessionToken) =>
  (await getPlaygroundKey(account.context, { sessionToken: token, accessToken: '' })).key;
const rows = () => account.context.knex('keys').where({ is_playground: true });

it('is one for each user, and bounded by the user alone', async () => {
  const [one, other] = await Promise.all([ask(), ask()]);
  expect(one).toMatchObject({ userId: 2n, group: 'default', enabled: true, unlimited: true, models: [] });
  expect(other?.id).toBe(one?.id);
  expect((await ask())?.id).toBe(one?.id);
  expect(await rows()).toMatchObject([{ user_id: 2n, hash: null }]);
  expect(account.ledger.purses).toContainEqual(
    expect.objectContaining({ purse: `key:${one?.id}`, unlimited: true, grantedUnits: 0n }),
  );
});

it('is made beside a key of its name', async () => {
  await account.context.knex('keys').where({ name: 'ci' }).update({ name: '(playground)' });
  const key = await ask();
  expect(key?.name).toBe(`(playground) ${key?.id}`);
});

it('is for who has signed in, as they are now', async () => {
  expect((await faultFrom(ask(''))).status).toBe(401);
  expect((await faultFrom(ask('unknown'))).status).toBe(401);
  await account.context.knex('users').where({ username: 'ada' }).update({ group_name: 'vip' });
  expect(await ask()).toMatchObject({ group: 'vip' });
});
