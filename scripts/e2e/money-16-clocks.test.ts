/**
 * Test 16 of the money protocol: an ingress and a gateway whose clock is a day ahead of the ledger's, and a pair whose
 * clock is a day behind. The ids of their requests carry that clock and choose the partition; nothing else may depend
 * on it.
 */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shiftedClock } from './testing/shifted-clock.ts';
import { startWorld, type World } from './testing/world.ts';

const keys = { ahead: `sk-ahead${'a'.repeat(40)}`, behind: `sk-behind${'b'.repeat(40)}` };

const configuration = `
models:
  call-model: { price: { call: 0.01 } }
channels:
  - name: sandbox
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream"]
    models: [call-model]
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: ahead, key: "${keys.ahead}", quota_usd: 100 }
  - { name: behind, key: "${keys.behind}", quota_usd: 100 }
`;

const dayMs = 24 * 60 * 60 * 1_000;
const callUnits = 5_000n;

const gatewayEnv = { HEADGATE_HEARTBEAT_MS: '100', HEADGATE_SLICE_IDLE_MS: '500' };

let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, {
    textGateways: 2,
    ingresses: { 'ingress-2': 'text-gateway', 'ingress-3': 'text-gateway-2' },
    env: {
      ledger: { HEADGATE_SWEEP_MS: '100' },
      'ingress-2': shiftedClock(dayMs),
      'text-gateway': { ...gatewayEnv, ...shiftedClock(dayMs) },
      'ingress-3': shiftedClock(-dayMs),
      'text-gateway-2': { ...gatewayEnv, ...shiftedClock(-dayMs) },
    },
  });
}, 120_000);
afterAll(() => world.stop());

/** A pair of processes with one clock, and the key that is used through it. */
interface Side {
  name: keyof typeof keys;
  ingress: string;
  shiftMs: number;
}

const sides: Side[] = [
  { name: 'ahead', ingress: 'ingress-2', shiftMs: dayMs },
  { name: 'behind', ingress: 'ingress-3', shiftMs: -dayMs },
];

function ask({ name, ingress }: Side, content = 'hi', stream = false): Promise<Response> {
  return fetch(`${world.baseUrlOf(ingress)}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys[name]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'call-model', stream, messages: [{ role: 'user', content }] }),
  });
}

/** Asks so often; gives the ids of the requests, which were all served. */
async function serve(side: Side, count: number): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: count }, () => ask(side)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  return answers.map(({ headers }) => headers.get('x-request-id') ?? '');
}

function timeOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}

function partitionOf(table: string, id: string): string {
  return `ledger.${table}_${new Date(timeOf(id)).toISOString().slice(0, 7).replace('-', '_')}`;
}

/** What is booked of these requests once all of them are, with the partitions it lies in. */
function booked(ids: string[]): Promise<Record<string, unknown>[]> {
  return waitFor(async () => {
    const rows = await world.sql(
      `select id, kind, late, entry.amount, started_at,
         entry.tableoid::regclass::text as entry_table, usage.tableoid::regclass::text as usage_table
       from ledger.entry join ledger.usage using (id) where id = any($1)`,
      [ids],
    );
    return rows.length >= ids.length ? rows : undefined;
  }, `${ids.length} requests are booked`);
}

describe.each(sides)('money 16: a clock a day $name', (side) => {
  test('serves, is billed exactly once, and hands its slices back', async () => {
    const ids = await serve(side, 20);
    const rows = await booked(ids);
    expect(rows).toHaveLength(ids.length);
    for (const { id: request, started_at, ...row } of rows) {
      const id = String(request);
      expect(row).toEqual({
        kind: 'settle',
        late: false,
        amount: callUnits,
        entry_table: partitionOf('entry', id),
        usage_table: partitionOf('usage', id),
      });
      // The clocks are what this test says they are.
      for (const time of [timeOf(id), Number(started_at)]) {
        expect(Math.abs(time - Date.now() - side.shiftMs)).toBeLessThan(dayMs / 2);
      }
    }
    const purse = await waitFor(async () => {
      const [row] = await world.sql(
        `select used, held from ledger.purse where id = (select 'key:' || id from account.keys where name = $1)`,
        [side.name],
      );
      return row?.held === 0n ? row : undefined;
    }, 'nothing is held, though both gateways live on');
    expect(purse.used).toBe(20n * callUnits);
    const served = (await world.served()).filter(({ requestId }) => requestId && ids.includes(requestId));
    expect(served).toHaveLength(ids.length);
  });

  test('is no silence: a run that lives is not reclaimed, and what it settles is in time', async () => {
    const answer = await ask(side, '[[chunks=40 delay=50]]', true);
    const before = await beats();
    expect(before.size).toBe(2);
    // Heartbeats and sweeps take turns: what a clock a day away could do wrong would have been done by now.
    await waitFor(async () => {
      const now = await beats();
      return [...before].every(([run, count]) => (now.get(run) ?? 0n) >= count + 10n);
    }, 'both runs gave ten more signs of life');
    expect(await answer.text()).toContain('[DONE]');
    const id = answer.headers.get('x-request-id') ?? '';
    expect(await booked([id])).toMatchObject([{ kind: 'settle', amount: callUnits, late: false }]);
    expect(await world.sql('select id from ledger.run where reclaimed')).toEqual([]);
  });
});

/** The signs of life of every run that lives. */
async function beats(): Promise<Map<unknown, bigint>> {
  const rows = await world.sql('select id, beats from ledger.run where finished_at is null');
  return new Map(rows.map((row) => [row.id, BigInt(String(row.beats))]));
}
