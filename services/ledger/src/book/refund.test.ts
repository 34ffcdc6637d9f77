/** Test 14 of the money protocol: refunds repeated, above what was billed, and racing each other and the settle. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findContradictions, openPurses, purseState, settle } from '../testing/book.ts';
import { makeClose } from '../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';
import { type RefundOutcome, refund } from './refund.ts';
import { draw } from './slices/draw.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
});
afterAll(() => database.drop());

/** A close of 10 units on a key of its own, not yet booked. */
async function makeRequest(): Promise<Close> {
  const [run, key, user] = [randomUUID(), `key:${randomUUID()}`, `user:${randomUUID()}`];
  const path = [key, user];
  await openPurses(database.knex, { [key]: 100n, [user]: null });
  await draw(database.knex, { run, path, drawNo: 1n, need: 50n, want: 0n }, { toleranceMs: 900_000 });
  return makeClose({ run, seq: 1n, path, inputTokens: 10n });
}

async function makeSettled(): Promise<Close> {
  const close = await makeRequest();
  await settle(database.knex, [close]);
  return close;
}

const ask = (close: Close, units: bigint, id: string = randomUUIDv7()): Promise<RefundOutcome['kind']> =>
  refund(database.knex, { id, requestId: close.id, units }).then(({ kind }) => kind);

async function expectUsed({ path }: Close, used: bigint): Promise<void> {
  for (const purse of path) expect(await purseState(database.knex, purse)).toMatchObject({ used, held: 40n });
  expect(await findContradictions(database.knex)).toEqual([]);
}

test('money 14: a refund gives back to every purse of the path, and asked for twice it does so once', async () => {
  const close = await makeSettled();
  const id = randomUUIDv7();
  expect(await ask(close, 4n, id)).toBe('refunded');
  expect(await Promise.all([ask(close, 4n, id), ask(close, 4n, id)])).toEqual(['refunded', 'refunded']);
  await expectUsed(close, 6n);
});

test('money 14: the first and its copies at once are one refund', async () => {
  const close = await makeSettled();
  const id = randomUUIDv7();
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => ask(close, 10n, id)));
  expect(new Set(outcomes)).toEqual(new Set(['refunded']));
  await expectUsed(close, 0n);
});

test('money 14: an id that stands for another refund, or for a request, changes nothing', async () => {
  const [close, other] = [await makeSettled(), await makeSettled()];
  const id = randomUUIDv7();
  await ask(close, 4n, id);
  expect(await ask(close, 5n, id)).toBe('other-content');
  expect(await ask(other, 4n, id)).toBe('other-content');
  expect(await ask(close, 4n, other.id)).toBe('other-content');
  await expectUsed(close, 6n);
  await expectUsed(other, 10n);
});

test('money 14: a refund above what was billed is refused whole', async () => {
  const close = await makeSettled();
  expect(await ask(close, 11n)).toBe('exceeds');
  await expectUsed(close, 10n);
  expect(await ask(close, 10n)).toBe('refunded');
  await expectUsed(close, 0n);
});

test('money 14: refunds that race never exceed together what was billed', async () => {
  const close = await makeSettled();
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => ask(close, 3n)));
  expect(outcomes.filter((kind) => kind === 'refunded')).toHaveLength(3);
  expect(outcomes.filter((kind) => kind === 'exceeds')).toHaveLength(7);
  await expectUsed(close, 1n);
});

test('money 14: a refund before the settle is refused and not remembered, and one that races it is either', async () => {
  for (let round = 0; round < 10; round += 1) {
    const close = await makeRequest();
    const id = randomUUIDv7();
    if (round === 0) expect(await ask(close, 10n, id)).toBe('not-billed');
    const [raced] = await Promise.all([ask(close, 10n, id), settle(database.knex, [close])]);
    expect(['refunded', 'not-billed']).toContain(raced);
    expect(await ask(close, 10n, id)).toBe('refunded');
    await expectUsed(close, 0n);
  }
});
