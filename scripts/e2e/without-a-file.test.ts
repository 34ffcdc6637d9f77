/** An installation that no configuration file was ever applied to: all that it has was made on its pages. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPageClient } from './testing/page-client.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld(undefined);
}, 120_000);
afterAll(() => world.stop());

test('serves and bills what its root user made', async () => {
  const root = createPageClient(world.baseUrl);
  const credentials = { username: 'root', password: 'correct horse battery' };
  const channel = {
    name: 'sandbox',
    provider: 'openai-compatible',
    base_url: `${world.sandboxUrl}/v1`,
    keys: ['sk-sandbox'],
    models: ['gpt-4o-mini'],
  };
  const made = [
    await root.post('/api/setup', credentials),
    await root.post('/api/user/login', credentials),
    await root.put('/api/models', { name: 'gpt-4o-mini', price: { input: '1000', output: '1000' } }),
    await root.post('/api/channel', { channel }),
    await root.post('/api/token', { name: 'mine' }),
  ];
  expect(made.map(({ message }) => message)).toEqual(['', '', '', '', '']);
  const { key } = Object(made.at(-1)?.data);
  const ask = () =>
    fetch(`${world.baseUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] }),
    });
  await waitFor(async () => (await ask()).status === 200, 'the request is served');
  await waitFor(async () => {
    const [record] = Object((await root.get('/api/log/self')).data).items;
    return record?.quota > 0;
  }, 'the request is billed');
});
