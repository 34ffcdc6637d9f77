/** A network that is left by a proxy alone: no process can find the vendor's name, and everything it is asked for goes through. */

import { createServer, type Server } from 'node:http';
import { boundPort, listen } from '@headgate/runtime/operations';
import { startEgressProxy, type TestEgressProxy } from '@headgate/runtime/testing/egress-proxy';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from './testing/ask.ts';
import { openRealtime } from './testing/realtime-client.ts';
import { startWorld, type World } from './testing/world.ts';

const key = 'sk-closedclosedclosedclosedclosedclosed';
const configuration = `
models:
  mini: { price: { call: 0.01 } }
  near: { price: { call: 0.01 } }
  eyes: { price: { call: 0.01 } }
  walled: { price: { call: 0.01 } }
  talk: { price: { input: 1, output: 1, audio_input: 1, audio_output: 1 } }
  sora-2: { family: V1, price: { second: 0.10 } }
channels:
  - name: far
    provider: openai
    base_url: "http://vendor.test/v1"
    keys: ["upstream-secret-key"]
    models: [mini, talk, sora-2]
  - name: eyes
    provider: gemini
    base_url: "http://vendor.test/v1beta"
    keys: ["upstream-secret-key"]
    models: [eyes]
  - name: near
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream-secret-key"]
    models: [near]
  - name: walled
    provider: openai
    base_url: "https://walled.test/v1"
    keys: ["upstream-secret-key"]
    models: [walled]
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: closed, key: "${key}", quota_usd: 1000 }
`;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let world: World;
let proxy: TestEgressProxy;
let sandboxPort: number;
let pictures: Server;

beforeAll(async () => {
  pictures = createServer((_request, response) => {
    response.setHeader('content-type', 'image/png').end(png);
  });
  await listen(pictures, { host: '127.0.0.1', port: 0 });
  proxy = await startEgressProxy((authority) => {
    if (authority === 'vendor.test:80') return { port: sandboxPort };
    return authority === '192.0.2.7:80' ? { port: boundPort(pictures) } : { status: 403 };
  });
  const egress = {
    HEADGATE_EGRESS_PROXY: proxy.url.replace('://', '://gate:proxy-secret@'),
    HEADGATE_POLL_MS: '50',
    HEADGATE_WORKER_IDLE_MS: '50',
    HEADGATE_FETCH_MEDIA_ALLOW: '192.0.2.0/24',
  };
  world = await startWorld(configuration, {
    mediaWorkers: 1,
    env: { 'text-gateway': egress, 'media-api': egress, 'media-worker': egress },
  });
  sandboxPort = Number(new URL(world.sandboxUrl).port);
}, 300_000);
afterAll(async () => {
  await world?.stop();
  await proxy?.stop();
  pictures?.close();
});

const authorization = `Basic ${Buffer.from('gate:proxy-secret').toString('base64')}`;
const toVendor = { authority: 'vendor.test:80', authorization };

test('answers come whole and streamed over kept tunnels, and what is near comes without', async () => {
  for (const stream of [false, true]) {
    const answer = await ask(world, { key, model: 'mini', content: 'through the wall', stream });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('wall')]);
  }
  expect(proxy.asked).toEqual([toVendor]);
  expect(await ask(world, { key, model: 'near' })).toMatchObject({ status: 200 });
  expect(proxy.asked).toHaveLength(1);
});

test('what a client points at is fetched through it', async () => {
  const before = proxy.asked.length;
  const content = [{ type: 'image_url', image_url: { url: 'http://192.0.2.7/a.png' } }];
  const answer = await fetch(`${world.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'eyes', messages: [{ role: 'user', content }] }),
  });
  expect(answer.status, await answer.text()).toBe(200);
  expect(proxy.asked.slice(before).map(({ authority }) => authority)).toContain('192.0.2.7:80');
});

test('a session talks through it', async () => {
  const before = proxy.asked.length;
  const client = await openRealtime(world.baseUrl, key, 'talk');
  client.ask('hello', 'text');
  await client.until('response.done');
  client.sdk.close();
  expect(proxy.asked.slice(before)).toEqual([toVendor]);
});

test('a film is made through it, and downloaded', async () => {
  const before = proxy.asked.length;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ model: 'sora-2', prompt: 'a mill by a river' });
  const created = await fetch(`${world.baseUrl}/v1/videos`, { method: 'POST', headers, body });
  const { id } = (await created.json()) as { id: string };
  const url = `${world.baseUrl}/v1/videos/${id}`;
  await waitFor(async () => {
    const task = (await (await fetch(url, { headers })).json()) as { status: string };
    return task.status === 'completed';
  }, 'the film');
  const film = await fetch(`${url}/content`, { headers });
  expect([film.status, (await film.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
  // The create, a poll at least, and the file.
  expect(proxy.asked.length - before).toBeGreaterThanOrEqual(3);
  expect(proxy.asked.at(-1)).toEqual(toVendor);
});

test('what it lets nobody reach is an upstream that is away, and no word of it is told or logged', async () => {
  const answer = await ask(world, { key, model: 'walled' });
  expect(answer.status).toBe(503);
  expect(answer.text).not.toMatch(/walled\.test|proxy/);
  expect(proxy.asked.at(-1)).toEqual({ authority: 'walled.test:443', authorization });
  const { log } = world.service('text-gateway');
  await waitFor(() => log().includes('EGRESS_PROXY_403'), 'the line of the break');
  expect(log()).not.toMatch(/proxy-secret|walled\.test/);
});
