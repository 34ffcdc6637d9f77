import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';
import { getSite } from './rpc.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await createTestAccount();
});
afterAll(() => account.stop());

test('a dollar is shown as a dollar before any file says otherwise', async () => {
  expect((await getSite(account.context)).perUsd).toBe('1');
});

test.each([
  [{ quota_display: 'CNY' }, '7.3'],
  [{ quota_display: 'CNY', usd_rate: 7.18 }, '7.18'],
  [{ quota_display: 'CUSTOM', custom_rate: '0.5' }, '0.5'],
  [{ quota_display: 'TOKENS' }, ''],
  [{ quota_display: 'USD' }, '1'],
])('with %j a dollar is shown as "%s", and the catalog has a new version', async (site, shown) => {
  const before = await getSite(account.context);
  await account.apply({ site });
  const after = await getSite(account.context);
  expect(after.perUsd).toBe(shown);
  expect(after.catalogVersion).toBe(before.catalogVersion + 1n);
});

test.each([{ usd_rate: 0 }, { custom_rate: '1e3' }])('%j is refused', async (site) => {
  expect((await account.refusal({ site })).message).toContain(`site.${Object.keys(site)[0]}`);
});
