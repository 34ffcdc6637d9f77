/** Keys that are sent back over the API as they were read: what no longer could be given to a key stays where it is. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { type SessionClient, signInAs } from '../testing/session-client.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';

let account: TestAccount;
let ada: SessionClient;
beforeAll(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  ada = await signInAs(account, 'ada');
});
afterAll(() => account.stop());

const passed = 1_700_000_000;

async function makeExpired(name: string): Promise<number> {
  const { id } = (await ada.ask('keys.create', { body: { name } })) as { id: number };
  await account.context.knex('keys').where({ id }).update({ expires_at: passed });
  return id;
}

test('a key that has expired is changed with the time at which it did, and given no other time that has passed', async () => {
  const id = await makeExpired('expired');
  await ada.ask('keys.update', { body: { id, expired_time: passed, status: 2, rpm: 5 } });
  const changed = { expired_time: passed, status: 2, rpm: 5 };
  expect(await ada.ask('keys.get', { path: { id: String(id) } })).toMatchObject(changed);
  const other = ada.ask('keys.update', { body: { id, expired_time: passed + 1 } });
  expect(await faultFrom(other)).toMatchObject({ reason: 'expiry_passed' });
});
