import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { signInAs } from '../testing/session-client.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';

let account: TestAccount;
beforeEach(async () => {
  account = await createTestAccount();
});
afterEach(() => account.stop());

const runbook = readFileSync(join(import.meta.dirname, '../../../../deploy/operations.md'), 'utf8');
const [, restore = ''] = /^## Restore\n(.*?)^## /ms.exec(runbook) ?? [];
const [, takesAway = ''] = /^5\. .*?```\n(.*?)```/ms.exec(restore) ?? [];

/** As an operator fills it in. */
const filledIn = takesAway
  .replace(" name in ('...')", " name in ('ci')")
  .replace("username = '...'", "username = 'ada'")
  .replace("username in ('...')", "username in ('eve')");

test("what the runbook of a restore takes away is that key and that user, and nobody else's of the same name", async () => {
  const document = smallDocument();
  document.users.push({ username: 'bob', password: 'bob password', quota_usd: 1 });
  document.users.push({ username: 'eve', password: 'eve password', quota_usd: 1 });
  const ofBob = { name: 'ci', user: 'bob', key: 'sk-bob-0123456789abcdef', unlimited: true };
  await account.apply({ ...document, keys: [...document.keys, ofBob] });
  await signInAs(account, 'eve');
  const { knex } = account.context;
  await knex.raw(filledIn);
  const offKeys = knex('keys').join('users', 'users.id', 'keys.user_id').where('keys.enabled', false);
  expect(await offKeys.select('username', 'keys.name')).toEqual([{ username: 'ada', name: 'ci' }]);
  expect(await knex('users').where('enabled', false).pluck('username')).toEqual(['eve']);
  expect([await knex('sessions'), await knex('access_tokens')]).toEqual([[], []]);
});
