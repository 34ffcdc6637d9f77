import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findContradictions, openPurses, purseState, settle } from '../../testing/book.ts';
import { makeClose } from '../../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../../testing/ledger-database.ts';
import { finishRun, releaseIfBooked } from '../runs/finish-run.ts';
import { findOpenRuns, type OpenRun, reclaimRun } from '../runs/reclaim.ts';
import { draw } from './draw.ts';
import { returnUnits } from './return-units.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
});
afterAll(() => database.drop());

/** A run that holds 100 units of a path of its own. */
async function drawn(name: string): Promise<{ run: string; path: string[] }> {
  const path = [`user:${name}`];
  await openPurses(database.knex, { [`user:${name}`]: 1_000n });
  const run = randomUUID();
  await draw(database.knex, { run, path, drawNo: 1n, need: 100n, want: 100n }, { toleranceMs: 900_000 });
  return { run, path };
}

async function openRun(run: string): Promise<OpenRun> {
  const open = (await findOpenRuns(database.knex)).find(({ id }) => id === run);
  if (!open) throw new Error('the run is not open');
  return open;
}

test('returns and closes give the same in any order and any number', async () => {
  const knex = database.knex;
  for (const [order, steps] of Object.entries({
    inOrder: ['return30', 'close', 'return50'],
    reversed: ['return50', 'return30', 'close'],
    closeLast: ['return50', 'return50', 'close', 'close', 'return30'],
    closeFirst: ['close', 'return30', 'return50', 'return30', 'close'],
  })) {
    const { run, path } = await drawn(order);
    const close = makeClose({ run, seq: 1n, path, inputTokens: 40n });
    for (const step of steps) {
      if (step === 'close') await settle(knex, [close]);
      else await returnUnits(knex, run, [{ path, returnedTotal: BigInt(step.slice('return'.length)) }]);
    }
    expect([order, await purseState(knex, `user:${order}`)]).toEqual([
      order,
      { granted: 1_000n, used: 40n, held: 10n },
    ]);
  }
});

test('a return takes back no more than the slice holds', async () => {
  const { run, path } = await drawn('greedy');
  await settle(database.knex, [makeClose({ run, seq: 1n, path, inputTokens: 30n })]);
  await returnUnits(database.knex, run, [{ path, returnedTotal: 5_000n }]);
  expect(await purseState(database.knex, 'user:greedy')).toEqual({ granted: 1_000n, used: 30n, held: 0n });
});

test('a return of an unknown slice or run changes nothing', async () => {
  const { run } = await drawn('strange');
  await returnUnits(database.knex, run, [{ path: ['user:other'], returnedTotal: 5n }]);
  await returnUnits(database.knex, randomUUID(), [{ path: ['user:strange'], returnedTotal: 5n }]);
  expect(await purseState(database.knex, 'user:strange')).toMatchObject({ held: 100n });
});

test('a close that consumed more than its slice holds takes only what is there', async () => {
  const { run, path } = await drawn('beyond');
  const posted = await settle(database.knex, [makeClose({ run, seq: 1n, path, inputTokens: 130n })]);
  expect(posted.unbackedUnits).toBe(30n);
  expect(await purseState(database.knex, 'user:beyond')).toEqual({ granted: 1_000n, used: 130n, held: 0n });
});

test('a close that says it consumed all that a number can say is booked, and the books still agree', async () => {
  const { run, path } = await drawn('nonsense');
  const consumed = [30n, 2n ** 63n - 1n];
  const closes = consumed.map((units, index) =>
    makeClose({ run, seq: BigInt(index + 1), path, inputTokens: 1n, consumed: units }),
  );
  for (const close of closes) await settle(database.knex, [close]);
  expect(await purseState(database.knex, 'user:nonsense')).toEqual({ granted: 1_000n, used: 2n, held: 0n });
  expect(await findContradictions(database.knex)).toEqual([]);
});

test('a finished run is not released before its last close is booked', async () => {
  const { run } = await drawn('waiting');
  expect(await releaseIfBooked(database.knex, run), 'not even finished').toBe(false);
  await finishRun(database.knex, run, 2n);
  expect(await releaseIfBooked(database.knex, run)).toBe(false);
  expect(await purseState(database.knex, 'user:waiting')).toMatchObject({ held: 100n });
});

test('a run is released when its last close comes after FinishRun', async () => {
  const { run, path } = await drawn('finishing');
  const closes = [1n, 2n].map((seq) => makeClose({ run, seq, path, inputTokens: 10n }));
  await settle(database.knex, closes.slice(0, 1));
  expect(await finishRun(database.knex, run, 2n)).toEqual({ appliedSeq: 1n, isFinished: false });
  expect(await purseState(database.knex, 'user:finishing')).toMatchObject({ held: 90n });
  await settle(database.knex, closes.slice(1));
  expect(await purseState(database.knex, 'user:finishing')).toEqual({ granted: 1_000n, used: 20n, held: 0n });
  expect(await finishRun(database.knex, run, 2n)).toEqual({ appliedSeq: 2n, isFinished: true });
});

test('a run whose closes are all booked is released by FinishRun itself, once', async () => {
  const { run, path } = await drawn('finished');
  await settle(database.knex, [makeClose({ run, seq: 1n, path, inputTokens: 10n })]);
  expect(await finishRun(database.knex, run, 1n)).toEqual({ appliedSeq: 1n, isFinished: true });
  expect(await finishRun(database.knex, run, 1n)).toEqual({ appliedSeq: 1n, isFinished: true });
  expect(await purseState(database.knex, 'user:finished')).toEqual({ granted: 1_000n, used: 10n, held: 0n });
});

test('a run that never made a close or a draw can be finished', async () => {
  expect(await finishRun(database.knex, randomUUID(), 0n)).toEqual({ appliedSeq: 0n, isFinished: true });
});

test('a close of a reclaimed run is booked as late and leaves held alone', async () => {
  const { run, path } = await drawn('reclaimed');
  expect(await reclaimRun(database.knex, await openRun(run))).toBe(100n);
  expect(await purseState(database.knex, 'user:reclaimed')).toMatchObject({ held: 0n });
  const posted = await settle(database.knex, [makeClose({ run, seq: 1n, path, inputTokens: 40n })]);
  expect(posted.entries).toMatchObject([{ late: true, amount: 40n }]);
  expect(await purseState(database.knex, 'user:reclaimed')).toEqual({ granted: 1_000n, used: 40n, held: 0n });
});

test('the journal of a reclaimed run may go when all that it asks for is booked, whatever was asked before', async () => {
  const { run, path } = await drawn('lostend');
  // The process knew of two closes, and its journal lost the second.
  expect(await finishRun(database.knex, run, 2n)).toMatchObject({ isFinished: false });
  expect(await finishRun(database.knex, run, 1n)).toMatchObject({ isFinished: false });
  await settle(database.knex, [makeClose({ run, seq: 1n, path, inputTokens: 40n })]);
  expect(await finishRun(database.knex, run, 1n), 'the units wait').toMatchObject({ isFinished: false });
  expect(await reclaimRun(database.knex, await openRun(run))).toBe(60n);
  expect(await finishRun(database.knex, run, 1n)).toEqual({ appliedSeq: 1n, isFinished: true });
  expect(await finishRun(database.knex, run, 2n), 'a close that is not booked').toMatchObject({
    isFinished: false,
  });
  await settle(database.knex, [makeClose({ run, seq: 2n, path })]);
  expect(await finishRun(database.knex, run, 2n)).toMatchObject({ isFinished: true });
});

test('asking for the end of a run again is no sign of life; a number that is new is one', async () => {
  const { run } = await drawn('asking');
  const before = (await openRun(run)).beats;
  await finishRun(database.knex, run, 2n);
  expect((await openRun(run)).beats).toBe(before + 1n);
  await finishRun(database.knex, run, 2n);
  await finishRun(database.knex, run, 1n);
  expect((await openRun(run)).beats).toBe(before + 1n);
  await finishRun(database.knex, run, 3n);
  expect((await openRun(run)).beats).toBe(before + 2n);
});

test('nothing that happened to slices contradicts a replay', async () => {
  expect(await findContradictions(database.knex)).toEqual([]);
});
