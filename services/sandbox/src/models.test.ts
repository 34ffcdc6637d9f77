import { expect, test } from 'vitest';
import { startSandbox } from './testing/start-sandbox.ts';

test('models are listed in the words of whoever is asked', async () => {
  const { client, url } = await startSandbox();
  const { data } = await client.models.list();
  expect(data.map(({ id }) => id)).toContain('gpt-4o');
  const anthropic = { 'x-api-key': 'sk-test', 'anthropic-version': '2023-06-01' };
  const listed = await fetch(`${url}/v1/models?limit=1000`, { headers: anthropic });
  expect(await listed.json()).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ type: 'model', id: 'gpt-4o' })]),
    has_more: false,
  });
  const google = await fetch(`${url}/v1beta/models?key=sk-test`);
  expect(await google.json()).toMatchObject({
    models: expect.arrayContaining([expect.objectContaining({ name: 'models/gpt-4o' })]),
  });
});

test.each<[string, Record<string, string>, number]>([
  ['/v1/models', { authorization: 'Bearer bad-key' }, 401],
  ['/v1/models', { 'x-api-key': 'bad-key', 'anthropic-version': '2023-06-01' }, 401],
  ['/v1beta/models', { 'x-goog-api-key': 'bad-key' }, 400],
  ['/vendors/deepseek/user/balance', { authorization: 'Bearer bad-key' }, 401],
])('%s is not shown to a bad key', async (path, headers, status) => {
  const { url } = await startSandbox();
  expect((await fetch(url + path, { headers })).status).toBe(status);
});

test.each([
  ['/vendors/deepseek/user/balance', { balance_infos: [{ currency: 'CNY', total_balance: '110.00' }] }],
  ['/vendors/moonshot/v1/users/me/balance', { data: { available_balance: 49.58894 } }],
  ['/vendors/openrouter/api/v1/credits', { data: { total_credits: 100.5, total_usage: 25.75 } }],
  ['/v1/dashboard/billing/subscription', { hard_limit_usd: 100 }],
  ['/v1/dashboard/billing/usage', { total_usage: 1_234.5 }],
])('%s tells what is left', async (path, told) => {
  const { url } = await startSandbox();
  const answer = await fetch(url + path, { headers: { authorization: 'Bearer sk-test' } });
  expect(await answer.json()).toMatchObject(told);
});
