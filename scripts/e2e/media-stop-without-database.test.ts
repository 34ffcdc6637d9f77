/** A media-api that is told to stop while a vendor takes a task, or its name of one cannot be written down: it stops once it is. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTcpForwarder, type TcpForwarder } from './testing/forward-tcp.ts';
import { startWorld, type World } from './testing/world.ts';

const key = 'sk-namednamednamednamednamednamednamed';
const model = 'sora-2';

const configuration = `
models:
  ${model}: { family: V1, price: { second: 0.10 } }
channels:
  - name: videos
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream-secret-key"]
    models: [${model}]
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: named, key: "${key}", quota_usd: 1000 }
`;

let postgres: TcpForwarder;
let world: World;
beforeAll(async () => {
  const { hostname, port } = new URL(process.env.HEADGATE_TEST_DATABASE_URL ?? '');
  postgres = await createTcpForwarder({ host: hostname, port: Number(port || 5432) });
  await postgres.open();
  world = await startWorld(configuration, {
    databasePort: postgres.port,
    mediaWorkers: 1,
    env: { 'media-api': { HEADGATE_STOP_GRACE_MS: '500' } },
  });
}, 120_000);
afterAll(async () => {
  await world.stop();
  await postgres.close();
});

/** Gives the id of the request, which is that of its bill. */
async function ask(): Promise<string> {
  const answer = await fetch(`${world.baseUrl}/v1/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, prompt: 'a mill by a river', seconds: '4' }),
  });
  await answer.text();
  return answer.headers.get('x-request-id') ?? '';
}

function awaitEnd(id: string): Promise<unknown> {
  const find = async () => {
    const [row] = await world.sql('select state from media.task where close_id = $1', [id]);
    return row?.state === 'succeeded' || row?.state === 'failed' ? row.state : undefined;
  };
  return waitFor(find, 'the task has ended', { timeoutMs: 60_000 });
}

async function creates(): Promise<unknown[]> {
  const answer = await fetch(`${world.sandboxUrl}/media/log?on=create`);
  return (await answer.json()) as unknown[];
}

/** The vendor thinks for three seconds before it takes a task. */
async function slowDown(): Promise<void> {
  const answer = await fetch(`${world.sandboxUrl}/media/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'slow', on: 'create', nth: 1 }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

test('a task that its vendor is taking is waited for beyond the grace', async () => {
  const api = world.service('media-api');
  await slowDown();
  const asked = ask();
  await waitFor(async () => (await creates()).length === 1, 'the vendor is asked');
  await api.kill('SIGTERM');
  await api.start();
  expect(await awaitEnd(await asked)).toBe('succeeded');
  expect(await creates()).toHaveLength(1);
});

test('a paid task is not lost with the process that alone knows its name', async () => {
  const api = world.service('media-api');
  await slowDown();
  const asked = ask();
  await waitFor(async () => (await creates()).length === 2, 'the vendor is asked');
  await postgres.close();
  api.signal('SIGTERM');
  // Its client hears that it is being made, and nothing holds the stop but the name.
  const id = await asked;
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(api.isRunning()).toBe(true);
  await postgres.open();
  await api.ended();
  expect(await awaitEnd(id)).toBe('succeeded');
  expect(await creates()).toHaveLength(2);
});
