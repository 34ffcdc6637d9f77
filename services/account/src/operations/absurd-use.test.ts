/** What upstreams count and cannot be breaks no page on which people look at what was used. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { signInAs } from '../testing/session-client.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  const { getPurses } = account.ledger;
  account.ledger.getPurses = async (request) => {
    const { purses, ...others } = await getPurses(request);
    return { ...others, purses: purses.map((purse) => ({ ...purse, used: 2n ** 60n })) };
  };
});
afterAll(() => account.stop());

test.each(['keys.list', 'keys.list-all', 'users.list', 'users.self'])('%s shows it', async (operation) => {
  const root = await signInAs(account, 'root');
  const data = JSON.stringify(await root.ask(operation));
  expect(data).toContain(`"used_quota":${2 ** 60}`);
});
