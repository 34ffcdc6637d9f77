/** Limits of keys and addresses, at the whole system: exact, true in what they say, changed while it runs, cheap. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type KeyName, keyOf, limitsConfiguration } from './testing/limited-keys.ts';
import * as limited from './testing/limited-requests.ts';
import { startWorld, type World } from './testing/world.ts';

const addresses = { HEADGATE_TRUSTED_PROXIES: '127.0.0.1', HEADGATE_FAILED_AUTH_LIMIT: '5' };
let world: World;
beforeAll(async () => {
  world = await startWorld(limitsConfiguration(), {
    ingresses: { 'ingress-2': 'text-gateway' },
    env: {
      ingress: addresses,
      // Its minute has two and a half seconds.
      'ingress-2': { ...addresses, HEADGATE_LIMIT_WINDOW_MS: '2500' },
    },
  });
}, 120_000);
afterAll(() => world.stop());

const ask = (name: KeyName, more: Partial<limited.Ask> = {}) =>
  limited.ask(world.baseUrl, { key: keyOf(name), ...more });
const hold = (name: KeyName) => limited.hold(world.baseUrl, keyOf(name));
const holdAll = (name: KeyName) => limited.holdAll(world.baseUrl, keyOf(name));

let guesses = 0;
function guess(address: string, baseUrl = world.baseUrl): Promise<limited.Asked> {
  guesses += 1;
  return limited.ask(baseUrl, { key: keyOf(`guess${guesses}`), address });
}

function times<T>(count: number, run: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, run));
}

function statusesOf(answers: { status: number }[]): Record<string, number> {
  const grouped = Object.groupBy(answers, ({ status }) => status);
  return Object.fromEntries(Object.entries(grouped).map(([status, group]) => [status, group?.length ?? 0]));
}

function expectRetryAfter(answers: { status: number; retryAfter: number }[], most: number): void {
  for (const { retryAfter } of answers.filter(({ status }) => status === 429)) {
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(retryAfter).toBeLessThanOrEqual(most);
  }
}

test('of many requests at once exactly rpm are served', async () => {
  const answers = await times(40, () => ask('rate'));
  expect(statusesOf(answers)).toEqual({ 200: 7, 429: 33 });
  expectRetryAfter(answers, 60);
});

test('of many requests at once exactly concurrency run', async () => {
  const answers = await times(20, () => hold('places'));
  expect(statusesOf(answers)).toEqual({ 200: 3, 429: 17 });
  expectRetryAfter(answers, 1);
  for (const { leave } of answers) leave();
});

describe('a place is free again', () => {
  test('as soon as an answer has ended', async () => {
    for (let count = 0; count < 10; count += 1) {
      expect((await ask('ended', { stream: count % 2 === 0 })).status).toBe(200);
    }
  });

  test('when its client has gone', async () => {
    const held = await holdAll('aborted');
    held[0]?.leave();
    await limited.awaitStatus(200, () => ask('aborted'));
    for (const { leave } of held) leave();
  });

  test('as soon as a request has failed', async () => {
    for (let count = 0; count < 3; count += 1) {
      expect((await ask('failed', { model: 'fault-status-500' })).status).toBe(503);
      expect((await ask('failed', { model: 'fault-cut' })).status).toBe(500);
      expect(await ask('failed', { model: 'fault-cut', stream: true })).toMatchObject({ status: 200 });
      expect((await ask('failed', { model: 'nobody' })).status).toBe(503);
      expect((await ask('failed')).status).toBe(200);
    }
  });
});

describe('Retry-After is true', () => {
  test('for requests a minute', async () => {
    const baseUrl = world.baseUrlOf('ingress-2');
    await limited.expectTrueRetryAfter(() => limited.ask(baseUrl, { key: keyOf('timely') }));
  });

  test('for refused keys a minute', async () => {
    await limited.expectTrueRetryAfter(() => guess('198.51.100.10', world.baseUrlOf('ingress-2')));
  });
});

describe('a limit that is changed while the system runs', () => {
  test('and raised, gives the difference', async () => {
    const served = await limited.askAll(() => ask('raisedRate'));
    expect(statusesOf(await times(10, () => ask('raisedRate')))).toEqual({ 429: 10 });
    const held = await holdAll('raisedPlaces');
    await world.apply(limitsConfiguration({ raisedRate: 'rpm: 5', raisedPlaces: 'concurrency: 3' }));

    await limited.awaitStatus(200, () => ask('raisedRate'));
    expect(await limited.askAll(() => ask('raisedRate'))).toBe(2);
    expect(served).toBeGreaterThan(0);
    const first = await waitFor(async () => {
      const next = await hold('raisedPlaces');
      return next.status === 200 ? next : undefined;
    }, 'a second place');
    const others = await holdAll('raisedPlaces');
    expect(others).toHaveLength(1);
    for (const { leave } of [...held, first, ...others]) leave();
  });

  test('and lowered, refuses what is above it', async () => {
    for (const { status } of await times(3, () => ask('loweredRate'))) expect(status).toBe(200);
    const held = [await hold('loweredPlaces'), await hold('loweredPlaces')];
    expect((await ask('loweredPlaces')).status).toBe(200);
    await world.apply(limitsConfiguration({ loweredRate: 'rpm: 2', loweredPlaces: 'concurrency: 1' }));

    await limited.awaitStatus(429, () => ask('loweredRate'));
    await limited.awaitStatus(429, () => ask('loweredPlaces'));
    expect(statusesOf(await times(5, () => ask('loweredRate')))).toEqual({ 429: 5 });
    expect(statusesOf(await times(5, () => ask('loweredPlaces')))).toEqual({ 429: 5 });
    for (const { leave } of held) leave();
    await limited.awaitStatus(200, () => ask('loweredPlaces'));
  });

  test('and removed, is none', async () => {
    await limited.askAll(() => ask('removedRate'));
    const held = await holdAll('removedPlaces');
    await world.apply(limitsConfiguration({ removedRate: 'rpm: 0', removedPlaces: 'concurrency: 0' }));

    await limited.awaitStatus(200, () => ask('removedRate'));
    await limited.awaitStatus(200, () => ask('removedPlaces'));
    expect(statusesOf(await times(20, () => ask('removedRate')))).toEqual({ 200: 20 });
    const more = await times(10, () => hold('removedPlaces'));
    expect(statusesOf(more)).toEqual({ 200: 10 });
    for (const { leave } of [...held, ...more]) leave();
  });
});

describe('an address that sends wrong keys', () => {
  test('is refused after as many as it may, and told for how long', async () => {
    const answers = await times(30, () => guess('198.51.100.1'));
    expect(statusesOf(answers)).toEqual({ 401: 5, 429: 25 });
    expectRetryAfter(answers, 60);
  });

  test('is refused alone', async () => {
    await limited.askAll(() => guess('198.51.100.2'));
    expect((await guess('198.51.100.3')).status).toBe(401);
  });

  test('is served with a key that is in use, and waits with another', async () => {
    expect((await ask('known', { address: '198.51.100.4' })).status).toBe(200);
    await limited.askAll(() => guess('198.51.100.4'));
    expect((await ask('known', { address: '198.51.100.4' })).status).toBe(200);
    const waiting = await ask('fresh', { address: '198.51.100.4' });
    expect(waiting.status).toBe(429);
    expectRetryAfter([waiting], 60);
    expect((await ask('fresh', { address: '198.51.100.5' })).status).toBe(200);
  });
});

test('a refusal costs less than a served request', async () => {
  const path = ['ingress', 'text-gateway', 'ledger'];
  const count = 400;
  const cpuMs = () => path.reduce((sum, name) => sum + world.service(name).cpuMs(), 0);
  const booked = async (served: number) => {
    const [row] = await world.sql(
      'select count(*) as booked from ledger.usage u join account.keys k on k.id = u.key_id where k.name = $1',
      ['served'],
    );
    return row?.booked === BigInt(served);
  };
  const askMany = async (name: KeyName, status: number) => {
    for (let sent = 0; sent < count; sent += 20) {
      for (const answer of await times(20, () => ask(name))) expect(answer.status).toBe(status);
    }
  };
  await limited.askAll(() => ask('refused'));
  await askMany('refused', 429);
  await askMany('served', 200);
  await waitFor(() => booked(count), 'the first served requests are booked');

  const start = cpuMs();
  await askMany('refused', 429);
  const between = cpuMs();
  await askMany('served', 200);
  await waitFor(() => booked(2 * count), 'all served requests are booked');
  const refusedMs = (between - start) / count;
  const servedMs = (cpuMs() - between) / count;
  const ratio = refusedMs / servedMs;
  const words = `${refusedMs.toFixed(3)} ms refused, ${servedMs.toFixed(3)} ms served, ratio ${ratio.toFixed(2)}`;
  process.stdout.write(`processor time of a request: ${words}\n`);
  expect(ratio).toBeLessThan(1);
});
