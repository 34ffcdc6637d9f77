import { randomUUID } from 'node:crypto';
import { type Close, CloseBatch, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { budgetPurse, sortPath } from '@headgate/proto/purses';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setBudgets } from '../book/budgets/set-budgets.ts';
import { findHolds } from '../book/holds/hold.ts';
import { takeHold } from '../book/holds/take-hold.ts';
import { postCloses } from '../book/post.ts';
import { finishRun } from '../book/runs/finish-run.ts';
import { forgetRuns } from '../book/runs/forget-runs.ts';
import { findOpenRuns } from '../book/runs/reclaim.ts';
import { draw } from '../book/slices/draw.ts';
import { returnUnits } from '../book/slices/return-units.ts';
import { readCloses } from '../consume/read-closes.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { createPriceBooks } from '../pricing/price-books.ts';
import { findAfter, findContradictions, openPurses, purseState, settle } from '../testing/book.ts';
import { makeClose, makeHoldClose } from '../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';
import { listActs, repairParked } from './acts.ts';
import { dropParked } from './drop-parked.ts';
import { countOpenParked, findParked, listParked } from './find-parked.ts';
import { type Parked, toParked } from './park.ts';
import { replayParked } from './replay-parked.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
});
afterAll(() => database.drop());

/** A close on a purse that does not exist yet, parked for it. */
async function parkOne(of: Partial<Close> = {}): Promise<{ seq: bigint; close: Close; purse: string }> {
  const purse = `user:${randomUUID()}`;
  const close = makeClose({ run: randomUUID(), seq: 1n, path: [purse], inputTokens: 10n, ...of });
  await settle(database.knex, [close]);
  return { seq: await seqOf(close.id), close, purse };
}

async function seqOf(id: string): Promise<bigint> {
  const [row] = await rowsOf<{ seq: bigint }>(database.knex, 'select seq from parked where id = ?', [id]);
  if (!row) throw new Error('nothing was parked');
  return row.seq;
}

const replay = (seq: bigint) => replayParked({ knex: database.knex, books: createPriceBooks() }, seq, 'ann');
const messageOf = (...closes: Close[]) => Buffer.from(CloseBatch.encode({ closes }).finish());
const outcomes = async (seq: bigint) =>
  (await listActs(database.knex, seq)).map(({ kind, outcome }) => `${kind} ${outcome}`.trim());

test('a replay books what can be booked by now, once, however often it is asked for', async () => {
  const { seq, close, purse } = await parkOne();
  expect(await replay(seq)).toEqual({ kind: 'not-booked', reason: 'unknown_purse' });
  await openPurses(database.knex, { [purse]: null });
  expect(await replay(seq)).toMatchObject({
    kind: 'booked',
    posted: { entries: [{ id: close.id, amount: 10n }] },
  });
  expect(await replay(seq)).toEqual({ kind: 'refused', refusal: 'booked' });
  expect(await purseState(database.knex, purse)).toMatchObject({ used: 10n });
  expect(await outcomes(seq)).toEqual(['replayed unknown_purse', 'replayed booked']);
});

test('a replay that fails leaves nothing of it, and parks nothing anew', async () => {
  const { seq, close } = await parkOne();
  const count = () => rowsOf(database.knex, 'select count(*) from parked', []);
  const before = await count();
  const other = makeClose({ run: close.run, seq: 2n, path: close.path, inputTokens: 1n });
  await openPurses(database.knex, { [close.path[0] ?? '']: null });
  const stray = { ...other, path: ['user:nobody'] };
  await repairParked(database.knex, seq, { actor: 'ann', reason: 'x', content: messageOf(close, stray) });
  expect(await replay(seq)).toEqual({ kind: 'not-booked', reason: 'unknown_purse' });
  expect(await count()).toEqual(before);
  expect(await rowsOf(database.knex, 'select id from entry where id = ?', [close.id])).toEqual([]);
});

test('a replay opens the windows of budgets that its request named, whatever became of the budget', async () => {
  for (const budgets of [[{ period: 'day', timeZone: 'UTC', units: 50n } as const], []]) {
    const owner = `user:${BigInt(`0x${randomUUID().slice(0, 8)}`)}`;
    const window = budgetPurse(owner, '2026-01-31');
    const { seq } = await parkOne({ path: sortPath([owner, window]) });
    expect(await replay(seq)).toEqual({ kind: 'not-booked', reason: 'unknown_purse' });
    await openPurses(database.knex, { [owner]: null });
    await setBudgets(database.knex, owner, budgets, Date.now());
    expect(await replay(seq)).toMatchObject({ kind: 'booked' });
    expect(await purseState(database.knex, owner)).toMatchObject({ used: 10n });
    expect(await purseState(database.knex, window)).toMatchObject({
      granted: budgets[0]?.units ?? 0n,
      used: 10n,
    });
  }
});

test('two replays at once book it once', async () => {
  const { seq, purse } = await parkOne();
  await openPurses(database.knex, { [purse]: null });
  const kinds = (await Promise.all([replay(seq), replay(seq), replay(seq)])).map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(['booked', 'refused', 'refused']);
  expect(await purseState(database.knex, purse)).toMatchObject({ used: 10n });
});

test('what was booked meanwhile by another way counts as booked', async () => {
  const { seq, close, purse } = await parkOne();
  await openPurses(database.knex, { [purse]: null });
  await settle(database.knex, [close]);
  expect(await replay(seq)).toMatchObject({ kind: 'booked', posted: { entries: [] } });
  expect(await purseState(database.knex, purse)).toMatchObject({ used: 10n });
});

test('a repair replaces what is replayed, and what came is kept', async () => {
  const { seq, close } = await parkOne();
  const path = [`user:${randomUUID()}`];
  await openPurses(database.knex, { [path[0] ?? '']: null });
  const content = messageOf({ ...close, path });
  await repairParked(database.knex, seq, { actor: 'ann', reason: 'the purse was renamed', content });
  expect(await replay(seq)).toMatchObject({ kind: 'booked' });
  expect(await purseState(database.knex, path[0] ?? '')).toMatchObject({ used: 10n });
  expect(await findParked(database.knex, seq)).toMatchObject({
    state: 'booked',
    payload: toParked(close, 'unknown_purse').payload,
    repaired: content,
  });
  expect(await listActs(database.knex, seq)).toMatchObject([
    { kind: 'repaired', actor: 'ann', reason: 'the purse was renamed', content },
    { kind: 'replayed', actor: 'ann', outcome: 'booked' },
  ]);
});

test('what could not even be read is repaired with its closes, and their run goes on', async () => {
  const parked: Parked = readCloses(Buffer.from([255, 255])).parked[0] ?? never();
  await inTransaction(database.knex, (transaction) =>
    postCloses(transaction, { closes: [], parked: [parked] }, createPriceBooks()),
  );
  const [event] = (await listParked(database.knex, { openOnly: true, afterSeq: 0n, limit: 1_000 })).slice(-1);
  const seq = event?.seq ?? 0n;
  expect(await replay(seq)).toEqual({ kind: 'not-booked', reason: 'undecodable' });
  const [run, purse] = [randomUUID(), `user:${randomUUID()}`];
  await openPurses(database.knex, { [purse]: null });
  const closes = [1n, 2n].map((number) => makeClose({ run, seq: number, path: [purse], inputTokens: 5n }));
  await repairParked(database.knex, seq, {
    actor: 'ann',
    reason: 'from the journal',
    content: messageOf(...closes),
  });
  expect(await replay(seq)).toMatchObject({ kind: 'booked' });
  expect(await purseState(database.knex, purse)).toMatchObject({ used: 10n });
  const applied = await rowsOf(database.knex, 'select applied_seq from run where id = ?', [run]);
  expect(applied).toEqual([{ applied_seq: 2n }]);
});

test('a close that the database refuses stays parked, with that said', async () => {
  const { seq, close, purse } = await parkOne();
  await openPurses(database.knex, { [purse]: null });
  await settle(database.knex, [
    makeClose({ run: randomUUID(), seq: 1n, path: [purse], inputTokens: 2n ** 62n }),
  ]);
  const huge = { ...close, usage: Usage.fromPartial({ inputFresh: 2n ** 62n }) };
  await repairParked(database.knex, seq, { actor: 'ann', reason: 'x', content: messageOf(huge) });
  expect(await replay(seq)).toEqual({ kind: 'not-booked', reason: 'refused_by_database' });
  expect(await outcomes(seq)).toEqual(['repaired', 'replayed refused_by_database']);
});

test('a repair without a close books nothing, and the event waits on', async () => {
  const { seq } = await parkOne();
  await repairParked(database.knex, seq, { actor: 'ann', reason: 'x', content: messageOf() });
  expect(await replay(seq)).toEqual({ kind: 'not-booked', reason: 'unknown_purse' });
  expect(await findParked(database.knex, seq)).toMatchObject({ state: 'open' });
});

test('a replay is late where its run was forgotten, and nobody waits for that run', async () => {
  const { knex } = database;
  const purse = `user:${randomUUID()}`;
  await openPurses(knex, { [purse]: 10n });
  const close = makeClose({ run: randomUUID(), seq: 1n, path: [purse], inputTokens: 10n, priceVersion: 99n });
  const other = makeClose({ run: randomUUID(), seq: 1n, path: [purse], inputTokens: 10n });
  for (const { run } of [close, other]) {
    await draw(knex, { run, path: [purse], drawNo: 1n, need: 10n, want: 0n }, { toleranceMs: 900_000 });
    await settle(knex, [run === close.run ? close : other]);
    await finishRun(knex, run, 1n);
  }
  await rowsOf(knex, `update run set finished_at = now() - interval '31 days' where id = ?`, [close.run]);
  await forgetRuns(knex);
  const seq = await seqOf(close.id);
  const content = messageOf({ ...close, priceVersion: 1n });
  await repairParked(knex, seq, { actor: 'ann', reason: 'x', content });
  expect(await replay(seq)).toMatchObject({ posted: { entries: [{ amount: 10n, late: true }] } });
  expect((await findOpenRuns(knex)).map(({ id }) => id)).not.toContain(close.run);
  expect(await findContradictions(knex)).toEqual([]);
});

test('what was dropped is not booked any more, and says who dropped it and why', async () => {
  const { seq, purse } = await parkOne();
  await openPurses(database.knex, { [purse]: null });
  const open = await countOpenParked(database.knex);
  expect(await dropParked(database.knex, seq, { actor: 'ann', reason: 'a test of ours' })).toBeUndefined();
  expect(await countOpenParked(database.knex)).toBe(open - 1);
  expect(await replay(seq)).toEqual({ kind: 'refused', refusal: 'dropped' });
  expect(await dropParked(database.knex, seq, { actor: 'bob', reason: 'again' })).toBe('dropped');
  expect(await listActs(database.knex, seq)).toMatchObject([
    { kind: 'dropped', actor: 'ann', reason: 'a test of ours' },
  ]);
  expect(await replay(999_999n)).toEqual({ kind: 'refused', refusal: 'unknown' });
});

/** A purse of 100, and the end of a task that holds 60 of it, parked because `of` has no price. */
async function parkEnd(of: Partial<Close> = { priceModel: 'unsold' }) {
  const [holdId, purse] = [randomUUID(), `user:${randomUUID()}`];
  await openPurses(database.knex, { [purse]: 100n });
  await takeHold(database.knex, { id: holdId, path: [purse], amount: 60n, ref: 'task' });
  const close = makeHoldClose({ holdId, path: [purse], inputTokens: 50n, ...of });
  await settle(database.knex, [close]);
  return { seq: await seqOf(close.id), close, holdId, purse };
}

const drop = (seq: bigint) => dropParked(database.knex, seq, { actor: 'ann', reason: 'x' });

test('what a task held is given back when its end is dropped, and its worker hears that it has ended', async () => {
  const { seq, close, holdId, purse } = await parkEnd();
  expect(await purseState(database.knex, purse)).toMatchObject({ held: 60n });
  await drop(seq);
  expect(await purseState(database.knex, purse)).toEqual({ granted: 100n, used: 0n, held: 0n });
  expect(await findHolds(database.knex, [holdId])).toMatchObject([{ state: 'closed', closedBy: close.id }]);
  expect(await findContradictions(database.knex)).toEqual([]);
});

test('what was dropped is not booked when it comes again, even if it could be by then', async () => {
  const ended = await parkEnd({ path: ['user:nobody'] });
  const { seq, close, purse } = await parkOne();
  for (const dropped of [ended.seq, seq]) await drop(dropped);
  await openPurses(database.knex, { [purse]: null });
  await settle(database.knex, [close, { ...ended.close, path: ['user:nobody'] }]);
  expect(await rowsOf(database.knex, 'select id from entry where id = ?', [close.id])).toEqual([]);
  expect(await purseState(database.knex, purse)).toMatchObject({ used: 0n });
  // Something else under its id was not given up.
  await settle(database.knex, [{ ...close, consumed: 9n }]);
  expect(await purseState(database.knex, purse)).toMatchObject({ used: 10n });
});

test('an end that makes no sense is dropped with its hold as well', async () => {
  const { close, purse } = await parkEnd();
  const { parked } = readCloses(messageOf({ ...close, path: [] }));
  expect(parked).toMatchObject([{ reason: 'invalid' }]);
  await inTransaction(database.knex, (transaction) =>
    postCloses(transaction, { closes: [], parked }, createPriceBooks()),
  );
  const [event] = (await listParked(database.knex, { openOnly: true, afterSeq: 0n, limit: 1_000 })).slice(-1);
  await drop(event?.seq ?? 0n);
  expect(await purseState(database.knex, purse)).toMatchObject({ held: 0n });
});

test('a dropped second end of a task changes nothing of the first', async () => {
  const { close, holdId, purse } = await parkEnd();
  const [first, second] = [1, 2].map(() => makeHoldClose({ holdId, path: [purse], inputTokens: 50n }));
  await settle(database.knex, [first ?? never(), second ?? never()]);
  for (const { id } of [close, second ?? never()]) await drop(await seqOf(id));
  expect(await findHolds(database.knex, [holdId])).toMatchObject([{ closedBy: first?.id }]);
  expect(await purseState(database.knex, purse)).toEqual({ granted: 100n, used: 50n, held: 0n });
});

/** A purse of 100, all of it held by a gateway, whose close of 40 of them is parked. */
async function parkClose(of: Partial<Close> = { priceModel: 'unsold' }) {
  const { knex } = database;
  const [run, purse] = [randomUUID(), `user:${randomUUID()}`];
  const path = [purse];
  await openPurses(knex, { [purse]: 100n });
  await draw(knex, { run, path, drawNo: 1n, need: 100n, want: 0n }, { toleranceMs: 900_000 });
  const close = makeClose({ run, seq: 1n, path, inputTokens: 40n, ...of });
  await settle(knex, [close]);
  return { seq: await seqOf(close.id), close, run, purse, path };
}

test('what a request held is given back when its close is dropped, while its gateway lives on', async () => {
  const { seq, run, purse, path } = await parkClose();
  await drop(seq);
  expect(await purseState(database.knex, purse)).toEqual({ granted: 100n, used: 0n, held: 60n });
  // To the gateway 40 are consumed: it may spend and return the others.
  await returnUnits(database.knex, run, [{ path, returnedTotal: 60n }]);
  expect(await purseState(database.knex, purse)).toEqual({ granted: 100n, used: 0n, held: 0n });
  expect(await findContradictions(database.knex)).toEqual([]);
  const tampered = await findAfter(database.knex, 'update given_up set units = units + 1');
  expect(tampered).toContainEqual(expect.stringContaining(`consumed 40 and 0 without backing on ${purse}`));
});

test('a dropped close gives back no more than is held', async () => {
  const { seq, run, purse, path } = await parkClose({ priceModel: 'unsold', consumed: 2n ** 63n - 1n });
  await returnUnits(database.knex, run, [{ path, returnedTotal: 30n }]);
  await drop(seq);
  expect(await purseState(database.knex, purse)).toMatchObject({ held: 0n });
  const ended = await parkClose();
  await finishRun(database.knex, ended.run, 1n);
  expect(await purseState(database.knex, ended.purse)).toMatchObject({ held: 0n });
  await drop(ended.seq);
  expect(await purseState(database.knex, ended.purse)).toMatchObject({ held: 0n });
  expect(await findContradictions(database.knex)).toEqual([]);
});

test('what was parked for two reasons gives back once, and nothing where it was booked', async () => {
  const { knex } = database;
  const parkAgain = async ({ close }: { close: Close }) => {
    const parked = [toParked(close, 'unknown_purse')];
    await inTransaction(knex, (transaction) =>
      postCloses(transaction, { closes: [], parked }, createPriceBooks()),
    );
    const [row] = await rowsOf<{ seq: bigint }>(knex, 'select max(seq) as seq from parked where id = ?', [
      close.id,
    ]);
    return row?.seq ?? never();
  };
  const twice = await parkClose();
  for (const seq of [await parkAgain(twice), twice.seq]) await drop(seq);
  expect(await purseState(knex, twice.purse)).toMatchObject({ held: 60n });
  const booked = await parkClose({ priceVersion: 99n });
  const other = await parkAgain(booked);
  const content = messageOf({ ...booked.close, priceVersion: 1n });
  await repairParked(knex, booked.seq, { actor: 'ann', reason: 'x', content });
  expect(await replay(booked.seq)).toMatchObject({ kind: 'booked' });
  await drop(other);
  expect(await purseState(knex, booked.purse)).toEqual({ granted: 100n, used: 40n, held: 60n });
  expect(await findContradictions(knex)).toEqual([]);
});

test('the list shows what waits, page by page, or everything', async () => {
  const seqs = [await parkOne(), await parkOne(), await parkOne()].map(({ seq }) => seq);
  const afterSeq = (seqs[0] ?? 0n) - 1n;
  await dropParked(database.knex, seqs[1] ?? 0n, { actor: 'ann', reason: 'x' });
  const list = async (of: { openOnly: boolean; afterSeq: bigint; limit: number }) =>
    (await listParked(database.knex, of)).map(({ seq }) => seq);
  expect(await list({ openOnly: true, afterSeq, limit: 10 })).toEqual([seqs[0], seqs[2]]);
  expect(await list({ openOnly: false, afterSeq, limit: 2 })).toEqual([seqs[0], seqs[1]]);
  expect(await list({ openOnly: false, afterSeq: seqs[1] ?? 0n, limit: 10 })).toEqual([seqs[2]]);
});

test('nothing that happened to parked events contradicts a replay', async () => {
  expect(await findContradictions(database.knex)).toEqual([]);
});

function never(): never {
  throw new Error('nothing was parked');
}
