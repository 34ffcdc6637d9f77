/** Windows of budgets: purses that are opened by whoever names them first, with what their owner's budget says by then. */
import { randomUUID } from 'node:crypto';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findContradictions, openPurses, purseState, settle } from '../../testing/book.ts';
import { makeClose } from '../../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../../testing/ledger-database.ts';
import { listEntries } from '../../views/list-entries.ts';
import { takeHold } from '../holds/take-hold.ts';
import { draw } from '../slices/draw.ts';
import { returnUnits } from '../slices/return-units.ts';
import type { Budget } from './budget.ts';
import { askWithWindows } from './open-windows.ts';
import { setBudgets } from './set-budgets.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
});
afterAll(() => database.drop());

const nowMs = Date.parse('2026-11-21T12:00:00Z');
const daily = (units: bigint, timeZone = 'UTC'): Budget => ({ period: 'day', timeZone, units });

let lastKey = 0;
/** A key of a test's own without a limit, with these budgets; gives its purse and that of a window. */
async function begin(...budgets: Budget[]): Promise<{ owner: string; today: string; tomorrow: string }> {
  lastKey += 1;
  const owner = `key:${lastKey}`;
  await openPurses(database.knex, { [owner]: null });
  await setBudgets(database.knex, owner, budgets, nowMs);
  return { owner, today: `budget:${owner}:2026-11-21`, tomorrow: `budget:${owner}:2026-11-22` };
}

const set = (owner: string, ...budgets: Budget[]) => setBudgets(database.knex, owner, budgets, nowMs);

function drawUnits(path: string[], units: bigint, { run = randomUUID(), knex = database.knex } = {}) {
  const asked = { run, path: [...path].sort(), drawNo: 1n, need: units, want: units };
  return askWithWindows(knex, () => draw(knex, asked, { toleranceMs: 900_000 }));
}

/** What was booked on a purse. */
function entriesOf(purse: string, knex: Knex = database.knex) {
  return rowsOf<{ kind: string; ref: string; amount: bigint }>(
    knex,
    'select kind, ref, amount from entry where ? = any (path) order by booked_at',
    [purse],
  );
}

test('the first draw that names a window opens it with what the budget says', async () => {
  const { owner, today } = await begin(daily(100n));
  expect(await drawUnits([owner, today], 60n)).toEqual({ kind: 'granted', grantedTotal: 60n });
  expect(await purseState(database.knex, today)).toEqual({ granted: 100n, used: 0n, held: 60n });
  expect(await entriesOf(today)).toEqual([{ kind: 'grant', ref: 'budget', amount: 100n }]);
});

test('a used up window names itself, and the next one is full', async () => {
  const { owner, today, tomorrow } = await begin(daily(100n));
  await drawUnits([owner, today], 100n);
  expect(await drawUnits([owner, today], 101n)).toEqual({ kind: 'empty', purses: [today] });
  expect(await drawUnits([owner, tomorrow], 100n)).toMatchObject({ kind: 'granted' });
});

test('the first hold that names a window opens it, too', async () => {
  const { owner, today } = await begin(daily(100n));
  const wanted = { id: randomUUID(), path: [today, owner], amount: 70n, ref: 'task' };
  const hold = () => askWithWindows(database.knex, () => takeHold(database.knex, wanted));
  expect([await hold(), await hold()]).toEqual([{ kind: 'held' }, { kind: 'held' }]);
  expect(await purseState(database.knex, today)).toEqual({ granted: 100n, used: 0n, held: 70n });
});

test.each([
  ['without a budget', (owner: string) => `budget:${owner}:2026-W47`],
  ['of nobody', () => 'budget:user:404:2026-11-21'],
])('a window %s is an unknown purse', async (_, nameOf) => {
  const { owner } = await begin(daily(100n));
  const window = nameOf(owner);
  expect(await drawUnits([owner, window], 1n)).toEqual({ kind: 'unknown-purses', purses: [window] });
});

test('many who open one window at once grant it once, and draw no more than it has', async () => {
  const replicas = [database.knex, database.connect()];
  for (let round = 0; round < 5; round += 1) {
    const { owner, today } = await begin(daily(100n));
    const draws = Array.from({ length: 12 }, (_, index) =>
      drawUnits([owner, today], 10n, { knex: replicas[index % 2] ?? database.knex }),
    );
    const granted = (await Promise.all(draws)).filter(({ kind }) => kind === 'granted');
    expect(granted).toHaveLength(10);
    expect(await entriesOf(today)).toEqual([{ kind: 'grant', ref: 'budget', amount: 100n }]);
    expect(await purseState(database.knex, today)).toMatchObject({ granted: 100n, held: 100n });
  }
});

test('a changed amount adjusts the window that is open, at once, and no window that is over', async () => {
  const { owner, today } = await begin(daily(100n));
  const yesterday = `budget:${owner}:2026-11-20`;
  for (const window of [yesterday, today]) await drawUnits([owner, window], 80n);
  expect(await set(owner, daily(150n))).toEqual({
    isChanged: true,
    adjusted: [{ purse: today, units: 50n }],
  });
  expect(await set(owner, daily(150n))).toEqual({ isChanged: false, adjusted: [] });
  expect(await set(owner, daily(70n))).toMatchObject({ adjusted: [{ purse: today, units: -80n }] });
  expect(await purseState(database.knex, today)).toEqual({ granted: 70n, used: 0n, held: 80n });
  expect(await purseState(database.knex, yesterday)).toMatchObject({ granted: 100n });
  expect(await drawUnits([owner, today], 1n)).toMatchObject({ kind: 'short' });
  expect((await entriesOf(today)).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['grant', 100n],
    ['adjust', 50n],
    ['adjust', -80n],
  ]);
});

test('a changed amount reaches a window that a quicker clock has opened', async () => {
  const { owner, tomorrow } = await begin(daily(100n));
  await drawUnits([owner, tomorrow], 10n);
  expect(await set(owner, daily(40n))).toMatchObject({ adjusted: [{ purse: tomorrow, units: -60n }] });
});

test('each period has a window of its own, and the amount of one does not move another', async () => {
  const weekly: Budget = { period: 'week', timeZone: 'UTC', units: 300n };
  const monthly: Budget = { period: 'month', timeZone: 'UTC', units: 900n };
  const { owner, today } = await begin(daily(100n), weekly, monthly);
  const [week, month] = [`budget:${owner}:2026-W47`, `budget:${owner}:2026-11`];
  await drawUnits([owner, today, week, month], 100n);
  expect((await set(owner, daily(100n), { ...weekly, units: 500n }, monthly)).adjusted).toEqual([
    { purse: week, units: 200n },
  ]);
  const all = await Promise.all([today, week, month].map((purse) => purseState(database.knex, purse)));
  expect(all.map(({ granted }) => granted)).toEqual([100n, 500n, 900n]);
});

test('a removed budget opens no window any more; set again, it counts on in the open one', async () => {
  const { owner, today, tomorrow } = await begin(daily(100n));
  await drawUnits([owner, today], 100n);
  expect(await set(owner)).toEqual({ isChanged: true, adjusted: [] });
  expect(await drawUnits([owner, tomorrow], 1n)).toMatchObject({ kind: 'unknown-purses' });
  expect(await set(owner, daily(120n))).toEqual({
    isChanged: true,
    adjusted: [{ purse: today, units: 20n }],
  });
});

test('an amount that changes while a window is opened reaches it, whoever comes first', async () => {
  for (let round = 0; round < 15; round += 1) {
    const { owner, today } = await begin(daily(100n));
    await Promise.all([drawUnits([owner, today], 10n), set(owner, daily(55n))]);
    expect(await purseState(database.knex, today)).toMatchObject({ granted: 55n });
  }
});

test("money 9: requests race at a window's edge, and each window serves what it has", async () => {
  const { owner, today, tomorrow } = await begin(daily(200n));
  const replicas = [database.knex, database.connect()];
  /** Runs that draw, bill and return for both windows at once: the day changes under them. */
  const live = async (index: number): Promise<bigint[]> => {
    const [run, knex] = [randomUUID(), replicas[index % 2] ?? database.knex];
    const spend = async (window: string, seq: bigint): Promise<bigint> => {
      const path = [owner, window].sort();
      if ((await drawUnits(path, 17n, { run, knex })).kind !== 'granted') return 0n;
      await settle(knex, [makeClose({ run, seq, path, inputTokens: 10n, reserved: 17n, consumed: 10n })]);
      await returnUnits(knex, run, [{ path, returnedTotal: 7n }]);
      return 10n;
    };
    return Promise.all([spend(today, 1n), spend(tomorrow, 2n)]);
  };
  const served = await Promise.all(Array.from({ length: 30 }, (_, index) => live(index)));
  for (const [index, window] of [today, tomorrow].entries()) {
    const used = served.reduce((sum, units) => sum + (units[index] ?? 0n), 0n);
    expect(await purseState(database.knex, window)).toEqual({ granted: 200n, used, held: 0n });
    expect(used).toBeLessThanOrEqual(200n);
    expect(used).toBeGreaterThan(100n);
  }
});

test('pages of grants leave out what windows were granted by themselves', async () => {
  const { owner, today } = await begin(daily(100n));
  await drawUnits([owner, today], 1n);
  const page = { beforeId: '', offset: 0, limit: 100 };
  const filter = { kinds: ['grant', 'adjust'] as const, purses: [], fromMs: 0n, untilMs: 0n };
  await openPurses(database.knex, { 'user:seen': 5n });
  const listed = await listEntries(database.knex, filter, page);
  expect(listed.map(({ ref, path }) => [ref, path])).toEqual([['test', ['user:seen']]]);
});

test('nothing of windows contradicts a replay', async () => {
  expect(await findContradictions(database.knex)).toEqual([]);
  await rowsOf(database.knex, 'select pg_stat_force_next_flush()', []);
  const [row] = await rowsOf(
    database.knex,
    'select deadlocks from pg_stat_database where datname = current_database()',
    [],
  );
  expect(row).toEqual({ deadlocks: 0n });
});
