/**
 * Boundary test 22: the services start in any order, each of them first and each of them last, and also before
 * NATS or PostgreSQL is there. All become ready and a request is served.
 */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { configuration, keys } from './testing/configuration.ts';
import { createTcpForwarder, type TcpForwarder } from './testing/forward-tcp.ts';
import { startWorld, type World } from './testing/world.ts';

const names = ['ledger', 'account', 'text-gateway', 'ingress'];

let postgres: TcpForwarder;
let world: World;
beforeAll(async () => {
  const { hostname, port } = new URL(process.env.HEADGATE_TEST_DATABASE_URL ?? '');
  postgres = await createTcpForwarder({ host: hostname, port: Number(port || 5432) });
  await postgres.open();
  world = await startWorld(configuration, { databasePort: postgres.port });
}, 120_000);
afterAll(async () => {
  await world.stop();
  await postgres.close();
});
beforeEach(() => Promise.all(names.map((name) => world.service(name).kill())));

/** Starts a service; resolves when the process is up, whatever it still waits for. */
async function start(name: string): Promise<void> {
  await world.service(name).start({ awaitReady: false });
  await awaitAnswer(name, '/healthz');
}

/** Waits until a service says yes, and no longer than it lives. */
async function awaitAnswer(name: string, path: string): Promise<void> {
  const { operationsUrl, isRunning } = world.service(name);
  await waitFor(
    async () => !isRunning() || (await fetch(`${operationsUrl}${path}`)).ok,
    `${name} answers ${path}`,
  );
  expect(isRunning(), `${name} lives`).toBe(true);
}

async function ask(key: string): Promise<number> {
  const answer = await fetch(`${world.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'call-model', messages: [{ role: 'user', content: 'hi' }] }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function expectAllServe(): Promise<void> {
  for (const name of names) await awaitAnswer(name, '/readyz');
  await waitFor(async () => (await ask(keys.limited)) === 200, 'a request is served');
  expect(await ask('sk-unknown')).toBe(401);
}

const orders = names.map((_, first) => [...names.slice(first), ...names.slice(0, first)]);

test.each(orders)('boundary 22: %s, %s, %s, %s', async (...order) => {
  for (const name of order) await start(name);
  await expectAllServe();
});

test('boundary 22: NATS comes last', async () => {
  await world.nats.kill();
  try {
    for (const name of names) await start(name);
  } finally {
    await world.nats.restart();
  }
  await expectAllServe();
});

test('boundary 22: PostgreSQL comes last', async () => {
  await postgres.close();
  try {
    for (const name of names) await start(name);
  } finally {
    await postgres.open();
  }
  await expectAllServe();
});

test('boundary 22: while account has not come, an unknown key gets 503, not 401', async () => {
  for (const name of ['ledger', 'text-gateway', 'ingress']) await start(name);
  for (const key of ['sk-unknown', keys.limited])
    expect(await waitFor(() => ask(key), 'an answer')).toBe(503);
  await start('account');
  await expectAllServe();
});
