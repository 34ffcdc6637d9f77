/**
 * Budgets of keys and users, over two gateways whose clocks are a day ahead and a day behind. The ledger's clock alone
 * decides which window is open; it begins at noon, and tests set it forward.
 */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findContradictions } from './testing/books.ts';
import { shiftedClock } from './testing/shifted-clock.ts';
import { startWorld, type World } from './testing/world.ts';

const callUsd = 0.01;
const callUnits = 5_000n;
const calls = { exact: 12, anew: 9, couple: 14, monthly: 8, raised: 5, lowered: 40, late: 6 };

type Name = keyof typeof calls | 'his' | 'hers';
const keyOf = (name: Name): string => `sk-${name}`.padEnd(40, 'k');

/** What each may spend a day, and one of them a month; `changes` are calls. */
function configuration(changes: Partial<typeof calls> = {}): string {
  const usd = (name: keyof typeof calls): string => (({ ...calls, ...changes })[name] * callUsd).toFixed(2);
  const daily = (name: keyof typeof calls): string => `[{ every: day, usd: ${usd(name)} }]`;
  const key = (name: Name, rest: string): string =>
    `  - { name: ${name}, key: "${keyOf(name)}", unlimited: true, ${rest} }`;
  return `
models:
  call-model: { price: { call: ${callUsd} } }
channels:
  - name: sandbox
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream"]
    models: [call-model]
users:
  - { username: root, password: root-password-for-tests, role: root }
  - { username: couple, budgets: ${daily('couple')} }
keys:
${key('his', 'user: couple')}
${key('hers', 'user: couple')}
${key('monthly', `budgets: [{ every: day, usd: 1 }, { every: month, usd: ${usd('monthly')}, time_zone: Asia/Kathmandu }]`)}
${(['exact', 'anew', 'raised', 'lowered', 'late'] as const).map((name) => key(name, `budgets: ${daily(name)}`)).join('\n')}
`;
}

const hourMs = 60 * 60 * 1_000;
const dayMs = 24 * hourMs;
/** By how much the ledger's clock is ahead: noon of some day. */
let shiftMs = dayMs * Math.ceil(Date.now() / dayMs) + 12 * hourMs - Date.now();

let world: World;
beforeAll(async () => {
  // A machine that is slow to answer a recall must not decide who is refused.
  const gateway = {
    HEADGATE_SLICE_IDLE_MS: '1000',
    HEADGATE_RECALL_WAIT_MS: '20000',
    HEADGATE_HEARTBEAT_MS: '100',
  };
  world = await startWorld(configuration(), {
    textGateways: 2,
    env: {
      ledger: shiftedClock(shiftMs),
      'text-gateway': { ...gateway, ...shiftedClock(shiftMs + dayMs) },
      'text-gateway-2': { ...gateway, ...shiftedClock(shiftMs - dayMs) },
    },
  });
}, 120_000);
afterAll(() => world.stop());

/** The date that the ledger's clock shows, so many days later. */
function dateIn(days: number): string {
  return new Date(Date.now() + shiftMs + days * dayMs).toISOString().slice(0, 10);
}

/** The ledger's day ends, and both gateways have heard of it. */
async function beginNextDay(): Promise<void> {
  shiftMs += dayMs;
  await world.service('ledger').kill();
  await world.service('ledger').start({ env: shiftedClock(shiftMs) });
  const before = await beats();
  await waitFor(async () => {
    const now = await beats();
    return [...before].every(([run, count]) => (now.get(run) ?? 0n) >= count + 2n);
  }, 'both gateways have heard of the new day');
}

async function beats(): Promise<Map<unknown, bigint>> {
  const rows = await world.sql('select id, beats from ledger.run where finished_at is null');
  return new Map(rows.map((row) => [row.id, BigInt(String(row.beats))]));
}

/** A machine that is too slow to hear from the ledger in time refuses with 503: then the request is sent again. */
function ask(name: Name, content = 'hi', stream = false): Promise<Response> {
  return waitFor(async () => {
    const answer = await fetch(`${world.baseUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keyOf(name)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'call-model', stream, messages: [{ role: 'user', content }] }),
    });
    if (answer.status !== 503) return answer;
    await answer.arrayBuffer();
    return undefined;
  }, `an answer for ${name}`);
}

/** Asks so often at once; gives how many were served. All others were refused for want of quota. */
async function countServed(name: Name, count: number): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, () => ask(name)));
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  const isExpected = ({ status }: Response): boolean => status === 200 || status === 402;
  expect(texts.filter((_, index) => !isExpected(answers[index] ?? Response.error()))).toEqual([]);
  return answers.filter(({ status }) => status === 200).length;
}

/** Waits until so many calls are booked on a window of a key or user, and nothing of it is held any more. */
async function expectCalls(owner: 'keys' | 'users', name: string, window: string, count: number) {
  const [kind, column] = owner === 'keys' ? ['key', 'name'] : ['user', 'username'];
  await waitFor(async () => {
    const [purse] = await world.sql(
      `select used, held from ledger.purse
       where id = (select 'budget:${kind}:' || id || $2 from account.${owner} where ${column} = $1)`,
      [name, `:${window}`],
    );
    return purse?.held === 0n && purse.used === BigInt(count) * callUnits;
  }, `${count} calls of ${name} are booked on ${window} and nothing is held`);
}

test('a budget serves exactly what it has, on the ledger’s day, and says when it starts anew', async () => {
  expect(await countServed('exact', 40)).toBe(calls.exact);
  const refused = await ask('exact');
  expect(refused.status).toBe(402);
  expect(await refused.json()).toMatchObject({
    error: {
      code: 'insufficient_user_quota',
      message: `The daily budget of this key does not cover this request. It starts anew on ${dateIn(1)} in UTC.`,
    },
  });
  await expectCalls('keys', 'exact', dateIn(0), calls.exact);
});

test('two keys of one user get exactly what the user may spend a day, together', async () => {
  const [his, hers] = await Promise.all([countServed('his', 40), countServed('hers', 40)]);
  expect(his + hers).toBe(calls.couple);
  await expectCalls('users', 'couple', dateIn(0), calls.couple);
});

test('the smaller of two budgets decides', async () => {
  expect(await countServed('monthly', 20)).toBe(calls.monthly);
  await expectCalls('keys', 'monthly', dateIn(0).slice(0, 7), calls.monthly);
});

test('a raised budget counts at once, for exactly what it has more', async () => {
  expect(await countServed('raised', 15)).toBe(calls.raised);
  expect(await world.apply(configuration({ raised: calls.raised + 4 }))).toContain(
    'key raised: budgets 0.05 USD a day in UTC -> 0.09 USD a day in UTC',
  );
  expect(await countServed('raised', 15)).toBe(4);
  await expectCalls('keys', 'raised', dateIn(0), calls.raised + 4);
});

test('a lowered budget refuses, and takes nothing back', async () => {
  let served = await countServed('lowered', 3);
  await world.apply(configuration({ lowered: 2 }));
  // What a gateway had drawn before is its own until it is recalled.
  await waitFor(async () => {
    const answer = await ask('lowered');
    await answer.arrayBuffer();
    if (answer.status === 200) served += 1;
    return answer.status === 402;
  }, 'the key is refused');
  await expectCalls('keys', 'lowered', dateIn(0), served);
});

test('the next day serves as much again, and nothing of the day before stays held', async () => {
  expect(await countServed('anew', calls.anew - 2)).toBe(calls.anew - 2);
  await beginNextDay();
  expect(await countServed('anew', 30)).toBe(calls.anew);
  await expectCalls('keys', 'anew', dateIn(-1), calls.anew - 2);
  await expectCalls('keys', 'anew', dateIn(0), calls.anew);
});

test('a request belongs to the day on which it was admitted, whenever it ends', async () => {
  const answer = await ask('late', '[[chunks=120 delay=50]]', true);
  expect(answer.status).toBe(200);
  await beginNextDay();
  expect(await answer.text()).toContain('[DONE]');
  expect(await countServed('late', 20)).toBe(calls.late);
  await expectCalls('keys', 'late', dateIn(-1), 1);
  await expectCalls('keys', 'late', dateIn(0), calls.late);
});

test('the books have nothing against it', async () => {
  await waitFor(async () => (await findContradictions(world)).length === 0, 'all is booked');
  const held = await world.sql("select id from ledger.purse where id like 'budget:%' and not unlimited");
  expect(held.length).toBeGreaterThan(0);
});
