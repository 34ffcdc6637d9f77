/** Test 10 of the money protocol: a top-up right after a refusal, a revocation during a stream, a lowered grant. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuration, keys } from './testing/configuration.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld(configuration);
}, 120_000);
afterAll(() => world.stop());

function ask(key: string, content = 'hi', stream = false): Promise<Response> {
  return fetch(`${world.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'call-model', stream, messages: [{ role: 'user', content }] }),
  });
}

/** The configuration with the line of one key changed. */
function withKey(name: string, from: string, to: string): string {
  const lines = configuration.split('\n');
  const changed = lines.map((line) => (line.includes(`name: ${name},`) ? line.replace(from, to) : line));
  expect(changed).not.toEqual(lines);
  return changed.join('\n');
}

async function purseOf(name: string): Promise<Record<string, unknown>> {
  const [purse] = await world.sql(
    `select granted, used, held from ledger.purse where id = (select 'key:' || id from account.keys where name = $1)`,
    [name],
  );
  return purse ?? {};
}

test('a top-up counts for the very next request: no refusal is remembered', async () => {
  expect((await ask(keys.poor)).status).toBe(402);
  await world.apply(withKey('poor', 'quota_usd: 0.000002', 'quota_usd: 0.03'));
  expect((await ask(keys.poor)).status).toBe(200);
  expect((await ask(keys.poor)).status).toBe(200);
  expect((await ask(keys.poor)).status).toBe(200);
  expect((await ask(keys.poor)).status).toBe(402);
});

test('a grant lowered below what is used blocks, and takes nothing back', async () => {
  for (let count = 0; count < 2; count += 1) expect((await ask(keys.modest)).status).toBe(200);
  let served = 2n;
  await world.apply(withKey('modest', 'quota_usd: 0.10', 'quota_usd: 0.01'));
  // What the gateway had drawn before is its own until it is recalled.
  await waitFor(async () => {
    const { status } = await ask(keys.modest);
    if (status === 200) served += 1n;
    return status === 402;
  }, 'the key is refused');
  await waitFor(async () => (await purseOf('modest')).used === served * 5_000n, 'what was served is booked');
  expect((await purseOf('modest')).granted).toBe(5_000n);
});

test('a key revoked during a stream ends nothing that runs, and what runs is billed', async () => {
  const answer = await ask(keys.unlimited, '[[chunks=30 delay=50]]', true);
  await world.apply(withKey('unlimited', 'unlimited: true', 'unlimited: true, enabled: false'));
  await waitFor(async () => (await ask(keys.unlimited)).status === 401, 'the key is refused');
  expect(await answer.text()).toContain('[DONE]');
  const id = answer.headers.get('x-request-id');
  const [entry] = await waitFor(async () => {
    const rows = await world.sql('select amount from ledger.entry where id = $1', [id]);
    return rows.length === 1 ? rows : undefined;
  }, 'the stream is billed');
  expect(entry?.amount).toBe(5_000n);
});
