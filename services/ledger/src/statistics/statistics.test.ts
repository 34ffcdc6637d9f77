import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { type Close, MeteredUnit, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { GetStatisticsRequest_By as By, UsageFilter } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refund } from '../book/refund.ts';
import { openPurses, settle } from '../testing/book.ts';
import { makeClose } from '../testing/close.ts';
import { findStatisticsDifferences } from '../testing/find-statistics-differences.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';
import { seededRandom } from '../testing/random.ts';
import { listStatistics } from '../views/list-statistics.ts';
import { sumLastMinute } from '../views/sum-usage.ts';
import { addStatistics } from './add-statistics.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
  await openPurses(database.knex, { 'user:3': null });
});
afterAll(() => database.drop());

const run = randomUUID();
let seq = 0n;

function close(of: Partial<Close> & { inputTokens?: bigint } = {}): Close {
  seq += 1n;
  return makeClose({ run, seq, path: ['user:3'], ...of });
}

/** An id that was made at a moment. */
function idAt(at: string): string {
  const hex = Date.parse(at).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${randomUUIDv7().slice(13)}`;
}

async function rowsOfUser(userId: bigint): Promise<Record<string, unknown>[]> {
  await addStatistics(database.knex);
  return rowsOf(
    database.knex,
    `select span, bucket::int, requests::int, failures::int, streams::int, input_fresh::int, amount::int, refunded::int
     from statistic where user_id = ? order by span, bucket`,
    [userId],
  );
}

const at = (time: string): number => Date.parse(time) / 1_000;

test('requests are added up by the hour and the day of their ids, in UTC', async () => {
  const of = { userId: 11n, inputTokens: 10n };
  await settle(database.knex, [
    close({ ...of, id: idAt('2026-11-21T22:59:59.999Z') }),
    close({ ...of, id: idAt('2026-11-21T23:00:00.000Z'), stream: true }),
    close({ ...of, id: idAt('2026-11-21T23:59:59.999Z') }),
  ]);
  const failed = { usageSource: UsageSource.NONE, inputTokens: 0n };
  await settle(database.knex, [close({ ...of, ...failed, id: idAt('2026-11-22T00:00:00.000Z') })]);
  const sums = { failures: 0, streams: 0, refunded: 0 };
  expect(await rowsOfUser(11n)).toEqual([
    { span: 'day', bucket: at('2026-11-21'), requests: 3, ...sums, streams: 1, input_fresh: 30, amount: 30 },
    { span: 'day', bucket: at('2026-11-22'), requests: 1, ...sums, failures: 1, input_fresh: 0, amount: 0 },
    { span: 'hour', bucket: at('2026-11-21T22:00Z'), requests: 1, ...sums, input_fresh: 10, amount: 10 },
    {
      span: 'hour',
      bucket: at('2026-11-21T23:00Z'),
      requests: 2,
      ...sums,
      streams: 1,
      input_fresh: 20,
      amount: 20,
    },
    {
      span: 'hour',
      bucket: at('2026-11-22T00:00Z'),
      requests: 1,
      ...sums,
      failures: 1,
      input_fresh: 0,
      amount: 0,
    },
  ]);
});

test('a second delivery counts nothing', async () => {
  const once = close({ userId: 12n, inputTokens: 10n });
  await settle(database.knex, [once, once]);
  await settle(database.knex, [once]);
  const rows = await rowsOfUser(12n);
  expect(rows.map(({ requests, amount }) => ({ requests, amount }))).toEqual([
    { requests: 1, amount: 10 },
    { requests: 1, amount: 10 },
  ]);
});

test('a refund counts where its request did, once', async () => {
  const billed = close({ userId: 13n, inputTokens: 10n });
  await settle(database.knex, [billed]);
  const asked = { id: randomUUIDv7(), requestId: billed.id, units: 4n };
  await refund(database.knex, asked);
  await refund(database.knex, asked);
  const rows = await rowsOfUser(13n);
  expect(rows.map(({ span, amount, refunded }) => ({ span, amount, refunded }))).toEqual([
    { span: 'day', amount: 10, refunded: 4 },
    { span: 'hour', amount: 10, refunded: 4 },
  ]);
});

test('a refund counts as well when it is added before its request', async () => {
  const billed = close({ userId: 15n, inputTokens: 10n });
  await settle(database.knex, [billed]);
  await refund(database.knex, { id: randomUUIDv7(), requestId: billed.id, units: 4n });
  expect(await findStatisticsDifferences(database.knex)).toEqual([]);
  await addStatistics(database.knex);
  const [row] = await rowsOfUser(15n);
  expect(row).toMatchObject({ requests: 1, amount: 10, refunded: 4 });
});

test('tokens of images with a price of their own are output', async () => {
  const { usage } = close();
  if (!usage) throw new Error('a close has usage');
  const tokens = { unit: MeteredUnit.IMAGE_OUTPUT_TOKEN, variant: '', quantity: 4_160n };
  const drawn = { ...usage, outputVisible: 5n, metered: [tokens] };
  await settle(database.knex, [close({ userId: 19n, usage: drawn }), close({ userId: 19n })]);
  await addStatistics(database.knex);
  const of = UsageFilter.fromPartial({ userIds: [19n] });
  const time = { fromMs: BigInt(Date.now() - 3_600_000), untilMs: BigInt(Date.now() + 3_600_000) };
  const rows = await listStatistics(database.knex, { ...of, ...time }, { by: By.MODEL });
  expect(rows).toMatchObject([{ requests: 2n, outputTokens: 4_165n, tokens: 4_165n }]);
  expect(await sumLastMinute(database.knex, of)).toEqual({ requests: 2n, tokens: 4_165n });
});

test('tokens of images that cannot be counted stop nobody from being added up', async () => {
  const { usage } = close();
  if (!usage) throw new Error('a close has usage');
  const tokens = { unit: MeteredUnit.IMAGE_OUTPUT_TOKEN, variant: '', quantity: 2n ** 63n - 1n };
  const absurd = { userId: 20n, usage: { ...usage, metered: [tokens, { ...tokens, variant: 'other' }] } };
  await settle(database.knex, [close(absurd), close({ userId: 20n })]);
  await addStatistics(database.knex);
  const rows = await rowsOf(
    database.knex,
    `select requests::int, output_visible::text from statistic where user_id = 20 and span = 'day'`,
    [],
  );
  expect(rows).toEqual([{ requests: 2, output_visible: '1000000000000' }]);
});

test('a count that cannot be one does not run over', async () => {
  const { usage } = close();
  if (!usage) throw new Error('a close has usage');
  const absurd = { userId: 14n, usage: { ...usage, outputVisible: 2n ** 41n } };
  await settle(database.knex, [close(absurd), close(absurd), close(absurd)]);
  await addStatistics(database.knex);
  const rows = await rowsOf(
    database.knex,
    `select output_visible::text from statistic where user_id = 14 and span = 'day'`,
    [],
  );
  expect(rows).toEqual([{ output_visible: '3000000000000' }]);
});

test('amounts that cannot be one stop nobody from being added up', async () => {
  const { knex } = database;
  await openPurses(knex, { 'user:17': null, 'user:18': null });
  // Each purse takes its own, and the sum of both fits nowhere.
  const closes = [17n, 18n].map((userId) =>
    close({ userId, path: [`user:${userId}`], inputTokens: 2n ** 62n }),
  );
  await settle(knex, closes);
  await addStatistics(knex);
  for (const { id } of closes) await refund(knex, { id: randomUUIDv7(), requestId: id, units: 2n ** 62n });
  const rows = await rowsOf(
    knex,
    `select amount, refunded from statistic where user_id in (17, 18) and span = 'day'`,
    [],
  );
  const most = { amount: 10n ** 15n, refunded: 10n ** 15n };
  expect(rows).toEqual([most, most]);
  expect(await findStatisticsDifferences(knex)).toEqual([]);
});

test('several replicas add each request once', async () => {
  for (let batch = 0; batch < 20; batch += 1) {
    await Promise.all([
      settle(database.knex, [close({ userId: 16n, inputTokens: 10n })]),
      addStatistics(database.knex),
      addStatistics(database.knex),
    ]);
  }
  await addStatistics(database.knex);
  const rows = await rowsOfUser(16n);
  expect(rows.reduce((sum, { span, requests }) => sum + (span === 'day' ? Number(requests) : 0), 0)).toBe(20);
  expect(await findStatisticsDifferences(database.knex)).toEqual([]);
});

test('replaying the usage log and the refunds gives the same statistics', async () => {
  const random = seededRandom(5);
  for (let batch = 0; batch < 8; batch += 1) {
    const closes = Array.from({ length: 60 }, () =>
      close({
        id: idAt(new Date(Date.UTC(2026, 10, 21) + random.below(90 * 60) * 60_000).toISOString()),
        inputTokens: BigInt(random.below(50)),
        userId: BigInt(20 + random.below(3)),
        keyId: BigInt(1 + random.below(4)),
        channelId: BigInt(random.below(3)),
        stream: random.below(2) === 1,
        usageSource: random.below(5) === 0 ? UsageSource.NONE : UsageSource.UPSTREAM,
        durationMs: random.below(9_000),
        firstByteMs: random.below(900),
      }),
    );
    await settle(database.knex, closes);
    const [first] = closes;
    if (first) await refund(database.knex, { id: randomUUIDv7(), requestId: first.id, units: 1n });
  }
  await addStatistics(database.knex);
  expect(await findStatisticsDifferences(database.knex)).toEqual([]);
  await rowsOf(database.knex, `update statistic set requests = 0 where span = 'day' and user_id = 20`, []);
  expect(await findStatisticsDifferences(database.knex)).not.toEqual([]);
});
