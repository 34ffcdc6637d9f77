/** What operators rely on: health, readiness, metrics, drain, and memory that does not grow with a stalled client. */
import { connect, type Socket } from 'node:net';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { wait } from '@headgate/runtime/wait';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configuration, keys } from './testing/configuration.ts';
import { readMetric, startWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, { env: { 'text-gateway': { HEADGATE_ABANDONED_DRAIN_MS: '0' } } });
}, 120_000);
afterAll(() => world.stop());

const names = ['ingress', 'text-gateway', 'account', 'ledger', 'sandbox'];

describe.each(names)('%s', (name) => {
  test('answers /healthz, /readyz and /metrics on a port of its own', async () => {
    const url = world.service(name).operationsUrl;
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ ready: true });
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('process_cpu_user_seconds_total');
  });
});

function ask(content: string, socket: Socket): void {
  const body = JSON.stringify({ model: 'gpt-4o-mini', stream: true, messages: [{ role: 'user', content }] });
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${keys.unlimited}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function openSocket(): Socket {
  const { port } = new URL(world.baseUrl);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  return socket;
}

function metric(service: string, name: string): Promise<number> {
  return readMetric(world.service(service), name);
}

test('a 300 MB stream to a client that does not read adds at most a tenth of it to a process, and holds up nobody', async () => {
  const path = ['ingress', 'text-gateway', 'sandbox'];
  await warmUp(path);
  // The kernel takes several MB of such a stream before it stalls. What carrying those left to the collector is no growth.
  const before: number[][] = [];
  while (before.length < 4) before.push(await sizesWithStalledStream(path));
  const after = await sizesWithStalledStream(path);
  const grown = path.map((name, index) => {
    const bytes = (after[index] ?? NaN) - Math.max(...before.map((sizes) => sizes[index] ?? NaN));
    return `${name} ${(bytes / 1024 / 1024).toFixed(1)} MB`;
  });
  process.stdout.write(`resident memory with a stalled 300 MB stream: ${grown.join(', ')}\n`);
  for (const text of grown) expect(Number(text.split(' ')[1]), text).toBeLessThan(30);
}, 60_000);

/** Resident bytes of each process while a stream is stalled and others are served. */
async function sizesWithStalledStream(names: readonly string[]): Promise<number[]> {
  const stalled = openSocket();
  stalled.pause();
  try {
    ask('[[total=300MB]]', stalled);
    await waitFor(
      async () => (await metric('text-gateway', 'headgate_text_open_requests')) >= 1,
      'the stream is open',
    );
    for (let count = 0; count < 20; count += 1) {
      await askAndRead('[[chunks=50]]');
      await wait(50);
    }
    return names.map((name) => world.service(name).residentBytes());
  } finally {
    stalled.destroy();
    await waitFor(
      async () => (await metric('text-gateway', 'headgate_text_open_requests')) === 0,
      'the stream is over',
    );
  }
}

/** Sends streams until no process grows any more: what is measured is the stalled stream, not the first use of code. */
async function warmUp(names: readonly string[]): Promise<void> {
  const size = (): number => names.reduce((sum, name) => sum + world.service(name).residentBytes(), 0);
  await askAndRead('[[total=60MB]]');
  for (let round = 0; round < 20; round += 1) {
    const before = size();
    for (let count = 0; count < 50; count += 1) await askAndRead('[[chunks=50]]');
    if (size() - before < 1024 * 1024) return;
  }
}

async function askAndRead(content: string): Promise<string> {
  const answer = await fetch(`${world.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.unlimited}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o-mini', stream: true, messages: [{ role: 'user', content }] }),
  });
  return answer.text();
}

test('a body just below 64 MB passes whole', async () => {
  const url = `data:image/png;base64,${'A'.repeat(63 * 1024 * 1024)}`;
  const content = [
    { type: 'text', text: 'What is this?' },
    { type: 'image_url', image_url: { url } },
  ];
  const answer = await fetch(`${world.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.unlimited}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content }] }),
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('What is this?');
}, 60_000);

test('a client that goes away frees the ingress, the RPC and the upstream', async () => {
  const before = await world.served();
  const socket = openSocket();
  ask('[[chunks=100000 delay=20]]', socket);
  await new Promise((resolve) => socket.once('data', resolve));
  expect(await metric('text-gateway', 'headgate_text_open_requests')).toBe(1);
  const leftAt = performance.now();
  socket.destroy();
  await waitFor(
    async () => (await metric('text-gateway', 'headgate_text_open_requests')) === 0,
    'the gateway is free',
  );
  process.stdout.write(`freed ${Math.round(performance.now() - leftAt)} ms after the client left\n`);
  await waitFor(
    async () => (await metric('ingress', 'headgate_ingress_open_requests')) === 0,
    'the ingress is free',
  );
  await waitFor(async () => (await world.served()).length > before.length, 'the upstream is free');
  expect((await world.served()).at(-1)?.outcome).toBe('aborted');
});

test('a process that drains is not ready, finishes what it has, and its run is finished', async () => {
  const gateway = world.service('text-gateway');
  const answer = askAndRead('[[chunks=20 delay=100]]');
  await waitFor(
    async () => (await metric('text-gateway', 'headgate_text_open_requests')) === 1,
    'a request is open',
  );
  const gone = gateway.kill('SIGTERM');
  await waitFor(
    async () => (await fetch(`${gateway.operationsUrl}/readyz`)).status === 503,
    'not ready any more',
  );
  expect(await answer).toContain('[DONE]');
  await gone;
  const rows = await world.sql('select sum(held)::int8 as held from ledger.purse');
  expect(rows).toEqual([{ held: 0n }]);
  const [run] = await world.sql(
    'select finished_at is not null as finished from ledger.run order by seen_at desc limit 1',
  );
  expect(run).toEqual({ finished: true });
  await gateway.start();
}, 60_000);

test('an ingress that drains is not ready, and cuts no stream', async () => {
  const ingress = world.service('ingress');
  // The ingress may not have found the restarted gateway yet.
  await waitFor(async () => (await askAndRead('hi')).includes('[DONE]'), 'requests are served');
  const answer = askAndRead('[[chunks=20 delay=100]]');
  await waitFor(
    async () => (await metric('ingress', 'headgate_ingress_open_requests')) === 1,
    'a request is open',
  );
  const gone = ingress.kill('SIGTERM');
  await waitFor(
    async () => (await fetch(`${ingress.operationsUrl}/readyz`)).status === 503,
    'not ready any more',
  );
  expect(await answer).toContain('[DONE]');
  await gone;
  await ingress.start();
}, 60_000);
