/** Pages and totals of records against the same found one by one: whatever the filter, the index and the moment. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { type Close, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import {
  GetStatisticsRequest_By as By,
  GetStatisticsRequest_Order as Order,
  UsageFilter_Outcome as Outcome,
  UsageFilter,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refund } from '../book/refund.ts';
import { addStatistics } from '../statistics/add-statistics.ts';
import { openPurses, settle } from '../testing/book.ts';
import { makeClose } from '../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';
import { seededRandom } from '../testing/random.ts';
import { countEntries, listEntries } from './list-entries.ts';
import { listStatistics, type Shape } from './list-statistics.ts';
import { listUsage } from './list-usage.ts';
import { findOldestMs } from './oldest-usage.ts';
import { sumLastMinute, sumUsage } from './sum-usage.ts';

const startMs = Date.UTC(2026, 10, 19, 20, 30);
const hourMs = 3_600_000;
const random = seededRandom(3);
let database: LedgerDatabase;
let closes: Close[];

beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
  await openPurses(database.knex, { 'user:1': null });
  const run = randomUUID();
  closes = Array.from({ length: 600 }, (_, index) => makeRequest(run, BigInt(index + 1)));
  await settle(database.knex, closes.slice(0, 400));
  await addStatistics(database.knex);
  // What comes now is in no statistics yet.
  await settle(database.knex, closes.slice(400));
  closes.sort((one, other) => (one.id < other.id ? 1 : -1));
});
afterAll(() => database.drop());

function makeRequest(run: string, seq: bigint): Close {
  const keyId = BigInt(1 + random.below(6));
  const hex = (startMs + random.below(60 * hourMs)).toString(16).padStart(12, '0');
  const isFailed = random.percent(10);
  return makeClose({
    id: `${hex.slice(0, 8)}-${hex.slice(8)}${randomUUIDv7().slice(13)}`,
    run,
    seq,
    path: ['user:1'],
    keyId,
    userId: 1n + keyId / 3n,
    channelId: BigInt(1 + random.below(3)),
    model: random.pick(['busy', 'busy', 'busy', 'rare']) ?? '',
    group: 'default',
    inputTokens: isFailed ? 0n : BigInt(random.below(100)),
    usageSource: isFailed ? UsageSource.NONE : UsageSource.UPSTREAM,
  });
}

const msOf = ({ id }: Close): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** What a filter means, one request at a time. */
function fits(filter: UsageFilter): Close[] {
  const { userIds, keyIds, model, group, channelId, outcome, fromMs, untilMs } = filter;
  return closes.filter((close) => {
    const isFailed = close.usageSource === UsageSource.NONE;
    return (
      (userIds.length === 0 || userIds.includes(close.userId)) &&
      (keyIds.length === 0 || keyIds.includes(close.keyId)) &&
      (model === '' || close.model === model) &&
      (group === '' || close.group === group) &&
      (channelId === undefined || close.channelId === channelId) &&
      (outcome === Outcome.UNSPECIFIED || isFailed === (outcome === Outcome.FAILED)) &&
      msOf(close) >= fromMs &&
      (untilMs === 0n || msOf(close) < untilMs)
    );
  });
}

const owners = [
  {},
  { userIds: [2n] },
  { userIds: [2n], keyIds: [4n] },
  { userIds: [1n, 2n], keyIds: [2n, 4n] },
];
const whats = [
  {},
  { model: 'rare' },
  { channelId: 2n },
  { model: 'busy', channelId: 1n },
  { group: 'default' },
];
const outcomes = [Outcome.UNSPECIFIED, Outcome.SERVED, Outcome.FAILED].map((outcome) => ({ outcome }));
const times = [
  {},
  { fromMs: BigInt(startMs + 3 * hourMs), untilMs: BigInt(startMs + 45 * hourMs) },
  { fromMs: BigInt(startMs + 3 * hourMs), untilMs: BigInt(startMs + 3 * hourMs + 900_000) },
  { untilMs: BigInt(startMs + 20 * hourMs) },
];
const filters = owners.flatMap((owner) =>
  whats.flatMap((what) =>
    outcomes.flatMap((outcome) =>
      times.map((time) => UsageFilter.fromPartial({ ...owner, ...what, ...outcome, ...time })),
    ),
  ),
);

test('every filter finds what it means, newest first, page by page', async () => {
  for (const filter of filters) {
    const expected = fits(filter).map(({ id }) => id);
    const found: string[] = [];
    for (;;) {
      const page = { beforeId: found.at(-1) ?? '', offset: 0, limit: 40 };
      const records = await listUsage(database.knex, filter, page);
      found.push(...records.slice(0, page.limit).map(({ id }) => id));
      if (records.length <= page.limit) break;
    }
    expect(found, show(filter)).toEqual(expected);
    const later = await listUsage(database.knex, filter, { beforeId: '', offset: 25, limit: 10 });
    expect(
      later.map(({ id }) => id),
      show(filter),
    ).toEqual(expected.slice(25, 36));
  }
});

test('every total is the number of what the filter finds, whatever is in the statistics yet', async () => {
  for (const filter of filters) {
    const sum = await sumUsage(database.knex, filter);
    const expected = fits({ ...filter, outcome: Outcome.UNSPECIFIED });
    const failures = expected.filter(({ usageSource }) => usageSource === UsageSource.NONE).length;
    const amount = expected.reduce((total, { consumed }) => total + consumed, 0n);
    expect(sum, show(filter)).toEqual({
      requests: BigInt(expected.length),
      failures: BigInt(failures),
      amount,
      exact: true,
    });
  }
});

function show(filter: UsageFilter): string {
  return JSON.stringify(filter, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
}

test('a record says what was booked', async () => {
  const [record] = await listUsage(database.knex, UsageFilter.fromPartial({}), {
    beforeId: '',
    offset: 0,
    limit: 1,
  });
  const [close] = closes;
  if (!close) throw new Error('there are closes');
  const { id, userId, keyId, channelId, model, consumed: amount, usage, durationMs, firstByteMs } = close;
  expect(record).toMatchObject({
    id,
    userId,
    keyId,
    channelId,
    model,
    amount,
    usage,
    durationMs,
    firstByteMs,
  });
});

async function sumsOf(filter: UsageFilter, shape: Shape) {
  const rows = await listStatistics(database.knex, filter, shape);
  if (!rows) throw new Error('there are few sums');
  return rows;
}

test('sums by model have every hour or day that the time touches', async () => {
  await addStatistics(database.knex);
  const all = async (days: number) => {
    const filter = UsageFilter.fromPartial({
      fromMs: BigInt(startMs),
      untilMs: BigInt(startMs + days * 24 * hourMs),
    });
    return sumsOf(filter, { by: By.MODEL });
  };
  for (const [days, seconds] of [
    [8, 3_600],
    [9, 86_400],
  ] as const) {
    const rows = await all(days);
    expect(rows.reduce((sum, { requests }) => sum + Number(requests), 0)).toBe(600);
    expect(rows.every(({ startedAt }) => Number(startedAt) % seconds === 0)).toBe(true);
  }
});

test('of days that a time cuts, sums by the day have its hours alone: a month of any time zone is what was booked in it', async () => {
  await addStatistics(database.knex);
  const midnightInBerlin = BigInt(Date.UTC(2026, 10, 19, 23));
  const days = (count: bigint): bigint => count * 24n * BigInt(hourMs);
  for (const [fromMs, untilMs] of [
    [midnightInBerlin, midnightInBerlin + days(30n)],
    [midnightInBerlin + days(1n) - days(30n), midnightInBerlin + days(1n)],
    [midnightInBerlin + days(1n), midnightInBerlin + days(10n)],
  ] as const) {
    const filter = UsageFilter.fromPartial({ fromMs, untilMs });
    const rows = await sumsOf(filter, { by: By.MODEL });
    const { requests, amount } = await sumUsage(database.knex, filter);
    expect(rows.reduce((sum, row) => sum + row.requests, 0n)).toBe(requests);
    expect(rows.reduce((sum, row) => sum + row.amount, 0n)).toBe(amount);
    expect(rows.every(({ startedAt }) => startedAt % 86_400n === 0n)).toBe(true);
  }
});

test('sums are by key, channel or group as well, and have how long requests took', async () => {
  await addStatistics(database.knex);
  const filter = UsageFilter.fromPartial({
    userIds: [1n],
    fromMs: BigInt(startMs),
    untilMs: BigInt(startMs + 8 * 24 * hourMs),
  });
  const own = closes.filter(({ userId }) => userId === 1n);
  const members = [
    [By.KEY, 'keyId'],
    [By.CHANNEL, 'channelId'],
    [By.GROUP, 'group'],
    [By.MODEL, 'model'],
  ] as const;
  for (const [by, member] of members) {
    const rows = await sumsOf(filter, { by });
    const groups = new Set(own.map((close) => close[member]));
    expect(new Set(rows.map((row) => row[member]))).toEqual(groups);
    for (const value of groups) {
      const sumOf = (of: (close: (typeof own)[number]) => number): number =>
        own.filter((close) => close[member] === value).reduce((sum, close) => sum + of(close), 0);
      const found = rows.filter((row) => row[member] === value);
      const sum = (name: 'durationMs' | 'firstByteMs' | 'requests' | 'inputTokens'): number =>
        found.reduce((total, row) => total + Number(row[name]), 0);
      expect(sum('requests')).toBe(sumOf(() => 1));
      expect(sum('durationMs')).toBe(sumOf(({ durationMs }) => durationMs));
      expect(sum('firstByteMs')).toBe(sumOf(({ firstByteMs }) => firstByteMs));
      expect(sum('inputTokens')).toBe(sumOf(({ usage }) => Number(usage?.inputFresh ?? 0n)));
    }
  }
});

describe('of many keys', () => {
  const filterOf = (days: number) =>
    UsageFilter.fromPartial({
      userIds: [1n, 2n, 3n],
      fromMs: BigInt(startMs),
      untilMs: BigInt(startMs + days * 24 * hourMs),
    });
  const counted = ['requests', 'failures', 'tokens', 'amount', 'refunded', 'durationMs'] as const;
  type Row = Record<(typeof counted)[number] | 'startedAt', bigint>;
  const add = (rows: readonly Row[]) => counted.map((name) => rows.reduce((sum, row) => sum + row[name], 0n));
  const spentOf = ({ amount, refunded }: { amount: bigint; refunded: bigint }) => amount - refunded;
  const sizes = [
    [Order.UNSPECIFIED, spentOf],
    [Order.AMOUNT, spentOf],
    [Order.REQUESTS, ({ requests }: { requests: bigint }) => requests],
    [Order.TOKENS, ({ tokens }: { tokens: bigint }) => tokens],
    [Order.FAILURES, ({ failures }: { failures: bigint }) => failures],
  ] as const;

  test.each([1, 8, 9])(
    'the sums of %i days without time are those of all hours or days together',
    async (days) => {
      await addStatistics(database.knex);
      const parts = await sumsOf(filterOf(days), { by: By.KEY });
      const totals = await sumsOf(filterOf(days), { by: By.KEY, total: true });
      expect(totals.map(({ keyId }) => keyId)).toEqual([...new Set(parts.map(({ keyId }) => keyId))].sort());
      expect(totals.every(({ startedAt, other }) => startedAt === 0n && !other)).toBe(true);
      for (const total of totals)
        expect(add([total])).toEqual(add(parts.filter(({ keyId }) => keyId === total.keyId)));
    },
  );

  test.each(sizes)(
    'in the order %i those with the most stand for themselves, and all others are one',
    async (order, sizeOf) => {
      await addStatistics(database.knex);
      const totals = await sumsOf(filterOf(8), { by: By.KEY, total: true });
      const bySize = totals.toSorted(
        (one, other) =>
          Number(sizeOf(other) - sizeOf(one)) ||
          Number(other.requests - one.requests) ||
          Number(one.keyId - other.keyId),
      );
      const [first, second, ...rest] = bySize;
      const folded = await sumsOf(filterOf(8), { by: By.KEY, total: true, top: 2, order });
      expect(folded.filter(({ other }) => !other)).toEqual(
        [first, second].toSorted((one, other) => Number((one?.keyId ?? 0n) - (other?.keyId ?? 0n))),
      );
      const others = folded.filter(({ other }) => other);
      expect(others).toMatchObject([{ keyId: 0n, startedAt: 0n }]);
      expect(add(others)).toEqual(add(rest));
      const hours = await sumsOf(filterOf(8), { by: By.KEY, top: 2, order });
      const whole = await sumsOf(filterOf(8), { by: By.KEY });
      expect(new Set(hours.filter(({ other }) => !other).map(({ keyId }) => keyId))).toEqual(
        new Set([first?.keyId, second?.keyId]),
      );
      for (const at of new Set(whole.map(({ startedAt }) => startedAt))) {
        const of = (rows: typeof whole) => add(rows.filter(({ startedAt }) => startedAt === at));
        expect(of(hours)).toEqual(of(whole));
        expect(hours.filter(({ startedAt, other }) => startedAt === at && other).length).toBeLessThan(2);
      }
    },
  );

  test('where no more are there than stand for themselves, none is another', async () => {
    await addStatistics(database.knex);
    const all = await sumsOf(filterOf(8), { by: By.KEY });
    expect(await sumsOf(filterOf(8), { by: By.KEY, top: 6 })).toEqual(all);
  });
});

test('the last minute counts what came in it', async () => {
  const close = { ...makeRequest(randomUUID(), 1n), id: randomUUIDv7(), userId: 77n };
  await settle(database.knex, [close]);
  const filter = UsageFilter.fromPartial({ userIds: [77n] });
  expect(await sumLastMinute(database.knex, filter)).toEqual({
    requests: 1n,
    tokens: close.usage?.inputFresh,
  });
});

test('refunds and grants are found by the purses that they moved', async () => {
  const billed = closes.find(({ consumed }) => consumed > 5n);
  if (!billed) throw new Error('something was billed');
  await refund(database.knex, { id: randomUUIDv7(), requestId: billed.id, units: 2n });
  await openPurses(database.knex, { 'user:8': 50n, 'user:9': 60n });
  const anytime = { fromMs: 0n, untilMs: 0n };
  const page = { beforeId: '', offset: 0, limit: 10 };
  const refunds = { kinds: ['refund'] as const, purses: ['user:1'], ...anytime };
  expect(await listEntries(database.knex, refunds, page)).toMatchObject([{ ref: billed.id, amount: -2n }]);
  const grants = { kinds: ['grant', 'adjust'] as const, purses: ['user:9'], ...anytime };
  expect(await listEntries(database.knex, grants, page)).toMatchObject([{ path: ['user:9'], amount: 60n }]);
  expect(await countEntries(database.knex, grants)).toEqual({ total: 1n, exact: true });
  expect(await listEntries(database.knex, { ...refunds, purses: ['user:9'] }, page)).toEqual([]);
});

test('the log begins with the day of its oldest request', async () => {
  expect(Number(await findOldestMs(database.knex))).toBe(Date.UTC(2026, 10, 19));
});
