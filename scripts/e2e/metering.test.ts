/** Every billable row of the route table is asked something, and what it asked an upstream for is booked, once. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { meteredConfiguration } from './testing/metered-configuration.ts';
import { meteredRequest } from './testing/metered-requests.ts';
import { idOf, meteredTask } from './testing/metered-tasks.ts';
import { openRealtime } from './testing/realtime-client.ts';
import { type Row, readRouteTable } from './testing/route-table.ts';
import { startWorld, type World } from './testing/world.ts';

const key = 'sk-meteredmeteredmeteredmeteredmetered';
const configuration = meteredConfiguration(`
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: metered, key: "${key}", quota_usd: 1000 }
`);

let world: World;
beforeAll(async () => {
  const quick = { HEADGATE_POLL_MS: '50', HEADGATE_WORKER_IDLE_MS: '50' };
  world = await startWorld(configuration, {
    mediaWorkers: 1,
    env: { 'media-worker': quick, 'media-api': quick },
  });
}, 120_000);
afterAll(() => world.stop());

const billable = (await readRouteTable()).filter(({ isBillable }) => isBillable);
const asked = billable.filter(({ target }) => target === 'text');
const tasks = billable.filter(({ target }) => target === 'media');

let cookie = '';
beforeAll(async () => {
  const body = JSON.stringify({ username: 'root', password: 'root-password-for-tests' });
  const answer = await fetch(`${world.baseUrl}/api/user/login`, { method: 'POST', body });
  cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
});

/** Pages ask by the session of who has signed in. */
function proofFor({ asksForSession }: Pick<Row, 'asksForSession'>): Record<string, string> {
  return asksForSession ? { cookie } : { authorization: `Bearer ${key}` };
}

/** The entry and the log line of a request, or of what it led to. */
function booked(where: 'id' | 'ref', id: string): Promise<Record<string, unknown>> {
  return waitFor(async () => {
    const rows = await world.sql(
      `select entry.amount, usage.calls from ledger.entry join ledger.usage using (id) where entry.${where} = $1`,
      [id],
    );
    expect(rows.length).toBeLessThan(2);
    return rows[0];
  }, 'it is booked');
}

test('every billable row is asked through one of three doors', () => {
  const others = billable.filter((row) => !asked.includes(row) && !tasks.includes(row));
  expect(others.map(({ target }) => target)).toEqual(['realtime']);
  expect(tasks.length).toBeGreaterThan(1);
  expect(asked.length).toBeGreaterThan(15);
});

describe.concurrent.each(asked.map((row) => [row.name, row] as const))('%s', (_, row) => {
  test('is metered', async () => {
    const { contentType, body } = meteredRequest(row);
    const headers = { ...proofFor(row), 'content-type': contentType };
    const answer = await fetch(`${world.baseUrl}${row.path}`, { method: row.method, headers, body });
    const said = await answer.text();
    expect(answer.status, said).toBe(200);
    const id = answer.headers.get('x-request-id') ?? '';
    expect(await booked('id', id)).toMatchObject({
      calls: 1n,
      amount: expect.toSatisfy((units) => units >= 500n),
    });
    expect((await world.served()).filter(({ requestId }) => requestId === id)).toHaveLength(1);
  });
});

async function create(path: string, body: object, proof = proofFor({ asksForSession: false })) {
  const headers = { ...proof, 'content-type': 'application/json' };
  const answer = await fetch(`${world.baseUrl}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const said = await answer.text();
  expect(answer.status, said).toBe(200);
  return { id: idOf(said), requestId: answer.headers.get('x-request-id') ?? '' };
}

async function firstButton(taskId: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${world.baseUrl}/mj/task/${taskId}/fetch`, { headers });
  return Object(await answer.json()).buttons[0].customId;
}

describe.concurrent.each(tasks.map((row) => [row.name, row] as const))('%s', (_, row) => {
  test('is metered once its task has ended', async () => {
    const { body, units, calls = 1n, after, pressesButton } = meteredTask(row);
    const first = after && (await create(after.path, after.body));
    if (first) await booked('id', first.requestId);
    const button = first && pressesButton ? await firstButton(first.id) : '';
    const named = JSON.parse(
      JSON.stringify(body)
        .replaceAll('$task', first?.id ?? '')
        .replaceAll('$button', button),
    );
    const made = await create(row.path.replace(':task_id', first?.id ?? ''), named, proofFor(row));
    expect(await booked('id', made.requestId)).toMatchObject({ calls, amount: units });
  });
});

test('GET /v1/realtime is metered', async () => {
  const session = await openRealtime(world.baseUrl, key, 'gpt-4o-mini');
  session.ask('Hello');
  await session.until('response.done');
  session.sdk.close();
  expect(await booked('ref', session.requestId)).toMatchObject({
    calls: 1n,
    amount: expect.toSatisfy((units) => units >= 500n),
  });
});
