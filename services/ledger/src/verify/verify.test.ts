/** Every kind of contradiction is found, and named by what it is about. */
import { randomUUID } from 'node:crypto';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPurse } from '../book/purses/open-purse.ts';
import { refund } from '../book/refund.ts';
import { reclaimRun } from '../book/runs/reclaim.ts';
import { draw } from '../book/slices/draw.ts';
import { addStatistics } from '../statistics/add-statistics.ts';
import { findAfter, findContradictions, openPurses, settle } from '../testing/book.ts';
import { makeClose, makeHoldClose } from '../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';
import { verify } from './verify.ts';

let database: LedgerDatabase;
const [run, reclaimed] = [randomUUID(), randomUUID()];
const path = ['key:a', 'user:a'];
const closes = [100n, 50n].map((inputTokens, index) =>
  makeClose({ run, seq: BigInt(index + 1), path, inputTokens }),
);
const toleranceMs = 900_000;

beforeAll(async () => {
  database = await makeLedgerDatabase();
  const { knex } = database;
  await setTestPrices(knex);
  await openPurses(knex, { 'key:a': 1_000n, 'user:a': 5_000n, 'user:free': null });
  await draw(knex, { run, path, drawNo: 1n, need: 300n, want: 0n }, { toleranceMs });
  await draw(knex, { run: reclaimed, path, drawNo: 1n, need: 600n, want: 0n }, { toleranceMs });
  await reclaimRun(knex, { id: reclaimed, beats: 0n, isBooked: false });
  await settle(knex, [
    ...closes,
    makeClose({ run, seq: 3n, path: ['user:free'], inputTokens: 7n, consumed: 0n }),
    makeClose({ run: reclaimed, seq: 1n, path, inputTokens: 600n }),
    makeHoldClose({ holdId: randomUUID(), path: ['user:free'] }),
  ]);
  await refund(knex, { id: randomUUID(), requestId: closes[0]?.id ?? '', units: 30n });
  await openPurse(knex, { id: 'user:a', unlimited: false, source: 'test', total: 100n });
  await addStatistics(knex);
});
afterAll(() => database.drop());

test('books that agree are said to, with what was looked at', async () => {
  const { entries, compared } = await verify(database.knex);
  expect(entries).toBe(9n);
  expect(compared.map(({ name, compared: count, contradictions }) => [name, count, contradictions])).toEqual([
    ['purses', 3n, 0n],
    ['limits', 2n, 0n],
    ['grant sources', 2n, 0n],
    ['refunds', 1n, 0n],
    ['slices', 2n, 0n],
    ['holds', 1n, 0n],
    ['statistics', expect.any(BigInt), 0n],
    ['usage log', 5n, 0n],
    ['chains', 5n, 0n],
  ]);
});

const tampers: [what: string, statement: string, found: RegExp][] = [
  [
    'a close that was counted twice',
    "update purse set used = used * 2 where id = 'key:a'",
    /^purses: key:a used 1440, its entries say 720$/,
  ],
  [
    'a grant from nowhere',
    "update purse set granted = granted + 1 where id = 'user:free'",
    /^purses: user:free was granted 1, its entries say 0$/,
  ],
  [
    'a hold without a slice',
    "update purse set held = held + 1 where id = 'key:a'",
    /^purses: key:a holds 151, its slices and holds say 150$/,
  ],
  ['a purse that was lost', "delete from purse where id = 'user:free'", /^purses: user:free has entries/],
  [
    'an overspent purse',
    "update purse set held = held + 5000 where id = 'key:a'",
    /^limits: key:a was granted 1000, used 720 and holds 5150, of which 600 are excused$/,
  ],
  [
    'a source of its own mind',
    "update grant_source set total = 7 where purse = 'key:a'",
    /^grant sources: key:a test granted 7, its entries say 1000$/,
  ],
  ['a lost source', "delete from grant_source where purse = 'key:a'", /^grant sources: key:a test granted 0/],
  [
    'refunds beyond the bill',
    "update entry set amount = -101 where kind = 'refund'",
    /^refunds: \S+ was refunded 101, and billed 100$/,
  ],
  [
    'a refund of nothing',
    `update entry set ref = gen_random_uuid()::text where kind = 'refund'`,
    /^refunds: \S+ was refunded 30, and billed nothing$/,
  ],
  [
    'a close that a slice forgot',
    `update slice set consumed = consumed - 1 where run = '${run}'`,
    /^slices: \S+ consumed 149 and 0 without backing on key:a user:a, its closes say 150$/,
  ],
  [
    'a hold that no entry closed',
    'update hold set closed_by = gen_random_uuid()',
    /^holds: \S+ was closed by \S+, which has no entry$/,
  ],
  [
    'a sum of its own mind',
    "update statistic set amount = amount + 1 where span = 'day' and user_id = 3",
    /^statistics: user 3, key 7, plain, the day of \d{4}-\d\d-\d\d 00:00 kept: 5 requests for 758, of which 30 were given back$/,
  ],
  [
    'a usage log of its own mind',
    `update usage set amount = 1 where id = '${closes[0]?.id}'`,
    /^usage log: \S+ costs 100, its usage says 1$/,
  ],
  [
    'a lost line of the usage log',
    `delete from usage where id = '${closes[0]?.id}'`,
    /^usage log: \S+ costs 100, its usage says nothing$/,
  ],
  [
    'a lost entry',
    `delete from entry where id = '${closes[0]?.id}'`,
    /^usage log: \S+ has usage and no entry$/,
  ],
];

test.each(tampers)('%s is found', async (_, statement, found) => {
  const lines = await findAfter(database.knex, statement);
  expect(lines).toContainEqual(expect.stringMatching(found));
});

test('sums beyond what is kept in memory are written down, and counted once', async () => {
  await database.knex.transaction(
    async (transaction) => {
      await rowsOf(
        transaction,
        `insert into purse (id, unlimited, granted)
       select 'many:' || n, false, 1 from generate_series(1, 12000) as n`,
        [],
      );
      await rowsOf(
        transaction,
        `insert into entry (id, kind, ref, path, amount, input_hash)
       select gen_random_uuid(), 'grant', 'many', array['many:' || n], 1, '' from generate_series(1, 12000) as n`,
        [],
      );
      await rowsOf(
        transaction,
        `insert into grant_source (purse, source, total)
       select 'many:' || n, 'many', 1 from generate_series(1, 12000) as n`,
        [],
      );
      await rowsOf(transaction, 'update unchained set entries = 12000, sum = 12000', []);
      expect(await findContradictions(transaction, { mostSums: 1_000 })).toEqual([]);
      await transaction.rollback();
    },
    { doNotRejectOnRollback: true },
  );
});

test('a purse that gets a limit below what it used is excused for that, and for no more', async () => {
  const { knex } = database;
  await openPurses(knex, { 'user:flip': null });
  await settle(knex, [
    makeClose({
      run: randomUUID(),
      seq: 1n,
      path: ['user:flip'],
      inputTokens: 70n,
      consumed: 0n,
      reserved: 0n,
    }),
  ]);
  await openPurses(knex, { 'user:flip': 30n });
  expect(await findContradictions(knex)).toEqual([]);
  expect(await findAfter(knex, `update purse set held = 1 where id = 'user:flip'`)).toContainEqual(
    'limits: user:flip was granted 30, used 70 and holds 1, of which 40 are excused',
  );
});

test('a run may go on with a slice that a restored backup lacks', async () => {
  const { knex } = database;
  const survivor = randomUUID();
  const lost = ['key:lost'];
  await openPurses(knex, { 'key:lost': 1_000n });
  // Drawn for after the backup: the stream has it, and nothing else knows of the slice.
  await settle(knex, [makeClose({ run: survivor, seq: 1n, path: lost, inputTokens: 10n })]);
  await draw(knex, { run: survivor, path: lost, drawNo: 2n, need: 20n, want: 0n }, { toleranceMs });
  await settle(knex, [makeClose({ run: survivor, seq: 2n, path: lost, inputTokens: 20n })]);
  expect(await findContradictions(knex)).toEqual([]);
});

test('what is booked meanwhile does not disturb it', async () => {
  const { knex } = database;
  let settling: Promise<unknown> | undefined;
  const verdict = await verify(knex, {
    onProgress: () => {
      settling ??= settle(knex, [makeClose({ run, seq: 4n, path, inputTokens: 5n })]);
    },
  });
  await settling;
  expect(verdict.compared.filter(({ contradictions }) => contradictions > 0n)).toEqual([]);
});

test('it ends when nobody listens any more', async () => {
  const signal = AbortSignal.abort(new Error('gone'));
  await expect(verify(database.knex, { signal })).rejects.toThrow('gone');
});
