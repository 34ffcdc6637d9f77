import { randomUUID } from 'node:crypto';
import { type Close, Kind } from '@headgate/proto/gen/headgate/events/v1/events';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findContradictions, openPurses, purseState, settle } from '../testing/book.ts';
import { makeClose } from '../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';
import { noteHeartbeat } from './runs/heartbeat.ts';
import { draw } from './slices/draw.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
});
afterAll(() => database.drop());

async function drawn(name: string, units: bigint): Promise<{ run: string; path: string[] }> {
  const path = [`key:${name}`, `user:${name}`];
  await openPurses(database.knex, { [`user:${name}`]: 1_000_000n, [`key:${name}`]: null });
  const run = randomUUID();
  const wish = { run, path, drawNo: 1n, need: units, want: units };
  await draw(database.knex, wish, { toleranceMs: 900_000 });
  return { run, path };
}

const appliedSeq = (run: string) => noteHeartbeat(database.knex, run, 0n);

test('a close is billed, moves its purses and leaves an entry and a usage row', async () => {
  const { run, path } = await drawn('one', 500n);
  const close = makeClose({ run, seq: 1n, path, inputTokens: 70n, reserved: 200n, consumed: 90n });
  const posted = await settle(database.knex, [close]);
  expect(posted.entries).toMatchObject([
    { id: close.id, kind: 'settle', amount: 70n, overrun: 0n, late: false },
  ]);
  expect(await purseState(database.knex, 'user:one')).toEqual({ granted: 1_000_000n, used: 70n, held: 410n });
  expect(await purseState(database.knex, 'key:one')).toEqual({ granted: 0n, used: 70n, held: 410n });
  expect(await rowsOf(database.knex, 'select * from usage where id = ?', [close.id])).toMatchObject([
    {
      run,
      key_id: 7n,
      user_id: 3n,
      model: 'plain',
      group_name: 'default',
      input_fresh: 70n,
      usage_source: 'upstream',
      ending: 'completed',
      reserved: 200n,
      consumed: 90n,
      amount: 70n,
      started_at: new Date(1_763_700_000_000),
    },
  ]);
});

test('a close that comes again changes nothing, in one batch and across batches', async () => {
  const { run, path } = await drawn('twice', 500n);
  const close = makeClose({ run, seq: 1n, path, inputTokens: 70n });
  expect((await settle(database.knex, [close, { ...close }, close])).entries).toHaveLength(1);
  const again = await settle(database.knex, [close]);
  expect(again).toMatchObject({ entries: [], parked: [], unbackedUnits: 0n });
  expect(await purseState(database.knex, 'user:twice')).toMatchObject({ used: 70n, held: 430n });
});

test('the same id with other content is parked, in one batch and across batches', async () => {
  const { run, path } = await drawn('other', 500n);
  const close = makeClose({ run, seq: 1n, path, inputTokens: 70n });
  const differing: Close[] = [
    { ...close, consumed: 71n },
    { ...close, kind: Kind.INTERRUPTED },
    { ...close, group: 'vip' },
    { ...close, priceVersion: 2n },
    { ...close, path: ['user:other'] },
  ];
  const same = await settle(database.knex, [close, ...differing.slice(0, 1)]);
  expect(same.parked).toEqual([{ id: close.id, reason: 'other_content' }]);
  for (const other of differing.slice(1)) {
    const posted = await settle(database.knex, [other]);
    const reason =
      other.priceVersion === 2n
        ? 'unknown_price_version'
        : other.group === 'vip'
          ? 'unknown_price'
          : 'other_content';
    expect(posted.parked).toEqual([{ id: close.id, reason }]);
  }
  expect(await purseState(database.knex, 'user:other')).toMatchObject({ used: 70n, held: 430n });
});

test('what does not decide money may differ when a close comes again', async () => {
  const { run, path } = await drawn('later', 500n);
  const close = makeClose({ run, seq: 1n, path, inputTokens: 70n });
  await settle(database.knex, [close]);
  const again = await settle(database.knex, [{ ...close, durationMs: 99, status: 499 }]);
  expect(again).toMatchObject({ entries: [], parked: [] });
});

test('the entry of a realtime response names its session', async () => {
  const { run, path } = await drawn('session', 500n);
  const [ref, other] = [makeClose({ run, seq: 1n, path }), makeClose({ run, seq: 2n, path })];
  const response = makeClose({ run, seq: 3n, path, inputTokens: 70n, ref: ref.id });
  const { entries } = await settle(database.knex, [ref, other, response]);
  expect(entries.map((entry) => entry.ref)).toEqual([null, null, ref.id]);
});

test('an interrupted close costs nothing and frees what it kept', async () => {
  const { run, path } = await drawn('cut', 500n);
  const close = makeClose({
    run,
    seq: 1n,
    path,
    inputTokens: 70n,
    reserved: 200n,
    consumed: 0n,
    kind: Kind.INTERRUPTED,
  });
  expect((await settle(database.knex, [close])).entries).toMatchObject([{ kind: 'interrupted', amount: 0n }]);
  expect(await purseState(database.knex, 'user:cut')).toMatchObject({ used: 0n, held: 500n });
});

test('what costs more than was reserved is billed and recorded as an overrun', async () => {
  const { run, path } = await drawn('over', 500n);
  const close = makeClose({ run, seq: 1n, path, inputTokens: 300n, reserved: 200n, consumed: 200n });
  expect((await settle(database.knex, [close])).entries).toMatchObject([{ amount: 300n, overrun: 100n }]);
  expect(await purseState(database.knex, 'user:over')).toMatchObject({ used: 300n, held: 300n });
});

test('a path without a limited purse has no slice, books what it used and knows no overrun', async () => {
  await openPurses(database.knex, { 'user:rich': null, 'key:rich': null });
  const close = makeClose({
    run: randomUUID(),
    seq: 1n,
    path: ['key:rich', 'user:rich'],
    inputTokens: 70n,
    reserved: 0n,
    consumed: 0n,
  });
  expect((await settle(database.knex, [close])).entries).toMatchObject([{ amount: 70n, overrun: 0n }]);
  expect(await purseState(database.knex, 'user:rich')).toEqual({ granted: 0n, used: 70n, held: 0n });
});

test('closes that cannot be priced are parked, and count as applied', async () => {
  const { run, path } = await drawn('strange', 500n);
  const close = (seq: bigint, of: Partial<Parameters<typeof makeClose>[0]>): Close =>
    makeClose({ run, seq, path, inputTokens: 1n, ...of });
  const closes = [
    close(1n, { priceVersion: 99n }),
    close(2n, { priceVersion: 0n }),
    close(3n, { priceModel: 'unpriced' }),
    close(4n, { group: 'nobody' }),
    close(5n, { path: ['user:nobody'] }),
    close(6n, { inputTokens: 2n ** 63n - 1n, usage: { ...noUsage, outputVisible: 2n ** 63n - 1n } }),
    close(7n, {}),
  ];
  const posted = await settle(database.knex, closes);
  expect(posted.parked.map(({ reason }) => reason).sort()).toEqual([
    'amount_out_of_range',
    'unknown_price',
    'unknown_price',
    'unknown_price_version',
    'unknown_price_version',
    'unknown_purse',
  ]);
  expect(posted.entries).toHaveLength(1);
  expect(await appliedSeq(run)).toBe(7n);
  expect(await purseState(database.knex, 'user:strange')).toMatchObject({ used: 1n, held: 499n });
});

const noUsage = {
  inputFresh: 0n,
  inputCacheRead: 0n,
  inputCacheWrite: 0n,
  outputVisible: 0n,
  outputReasoning: 0n,
  inputAudio: 0n,
  inputImage: 0n,
  outputAudio: 0n,
  calls: 0n,
  inputCacheWrite1h: 0n,
  metered: [],
};

test('a close without usage costs nothing, whatever its price version', async () => {
  const { run, path } = await drawn('nothing', 500n);
  const close = makeClose({ run, seq: 1n, path, priceVersion: 99n });
  expect((await settle(database.knex, [close])).entries).toMatchObject([{ amount: 0n }]);
});

test('a parked close is parked once, however often it comes', async () => {
  const { run, path } = await drawn('poison', 500n);
  const close = makeClose({ run, seq: 1n, path, inputTokens: 1n, priceVersion: 99n });
  expect((await settle(database.knex, [close])).parked).toHaveLength(1);
  expect((await settle(database.knex, [close])).parked).toHaveLength(0);
});

test('a close beyond a gap is booked but not reported until the gap is filled', async () => {
  const { run, path } = await drawn('gap', 500n);
  const closes = [1n, 2n, 3n, 4n].map((seq) => makeClose({ run, seq, path, inputTokens: 10n }));
  const only = (...seqs: bigint[]): Close[] => closes.filter(({ seq }) => seqs.includes(seq));
  await settle(database.knex, only(1n, 4n));
  expect(await appliedSeq(run)).toBe(1n);
  await settle(database.knex, only(3n));
  expect(await appliedSeq(run)).toBe(1n);
  expect(await purseState(database.knex, 'user:gap')).toMatchObject({ used: 30n });
  // Sent again from applied_seq + 1 on: the first fills the gap, the others are known.
  await settle(database.knex, only(2n, 3n, 4n));
  expect(await appliedSeq(run)).toBe(4n);
  expect(await purseState(database.knex, 'user:gap')).toMatchObject({ used: 40n, held: 460n });
});

test('closes of one batch count in the order of their numbers', async () => {
  const { run, path } = await drawn('mixed', 500n);
  const closes = [3n, 1n, 2n].map((seq) => makeClose({ run, seq, path, inputTokens: 10n }));
  await settle(database.knex, closes);
  expect(await appliedSeq(run)).toBe(3n);
});

test('ids of other months and of no month at all are unique as well', async () => {
  const { run, path } = await drawn('months', 500n);
  const ids = ['01890000-0000-7000-8000-000000000001', randomUUID(), 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
  const closes = ids.map((id, index) =>
    makeClose({ run, seq: BigInt(index + 1), path, inputTokens: 10n, id }),
  );
  expect((await settle(database.knex, closes)).entries).toHaveLength(3);
  expect((await settle(database.knex, closes)).entries).toHaveLength(0);
  expect(await purseState(database.knex, 'user:months')).toMatchObject({ used: 30n });
});

test('names may hold any character but the one that no text column takes', async () => {
  const odd = "key:1:model:a\"b\\c, {null} \u{1f600} 'x' ?";
  await openPurses(database.knex, { [odd]: 500n, null: 500n });
  const path = [odd, 'null'].sort();
  const run = randomUUID();
  await draw(database.knex, { run, path, drawNo: 1n, need: 100n, want: 0n }, { toleranceMs: 900_000 });
  const close = makeClose({ run, seq: 1n, path, inputTokens: 10n, model: odd });
  await settle(database.knex, [close]);
  expect(await purseState(database.knex, odd)).toEqual({ granted: 500n, used: 10n, held: 90n });
  expect(await purseState(database.knex, 'null')).toEqual({ granted: 500n, used: 10n, held: 90n });
  const rows = await rowsOf(
    database.knex,
    'select model, path from usage join entry using (id) where id = ?',
    [close.id],
  );
  expect(rows).toEqual([{ model: odd, path }]);
});

test('nothing that was booked contradicts a replay', async () => {
  const limited = await findContradictions(database.knex);
  expect(limited).toEqual([]);
});
