/** Boundary test 21: a key is revoked while NATS is away. It may still work then, and not once NATS is back. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuration, keys } from './testing/configuration.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld(configuration);
}, 120_000);
afterAll(() => world.stop());

async function ask(key: string): Promise<number> {
  const answer = await fetch(`${world.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'call-model', messages: [{ role: 'user', content: 'hi' }] }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

test('boundary 21: a key revoked while NATS is away is refused once NATS is back, and no other is', async () => {
  for (const key of [keys.limited, keys.unlimited]) expect(await ask(key)).toBe(200);
  await world.nats.kill();
  await world.apply(configuration.replace('name: limited,', 'name: limited, enabled: false,'));
  expect(await ask(keys.unlimited)).toBe(200);
  await world.nats.restart();
  const backAt = performance.now();
  await waitFor(async () => (await ask(keys.limited)) === 401, 'the revoked key is refused');
  process.stdout.write(`refused ${Math.round(performance.now() - backAt)} ms after NATS was back\n`);
  expect(await ask(keys.unlimited)).toBe(200);
});
