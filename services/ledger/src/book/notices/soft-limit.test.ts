import { randomUUID } from 'node:crypto';
import type { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../postgres/transaction.ts';
import { settle } from '../../testing/book.ts';
import { makeClose } from '../../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../../testing/ledger-database.ts';
import { listNotices } from '../../views/list-notices.ts';
import { type OpenedPurse, openPurse } from '../purses/open-purse.ts';
import { refund } from '../refund.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
});
afterAll(() => database.drop());

function open(
  id: string,
  total: bigint,
  of: { percent?: number; source?: string; unlimited?: boolean } = { percent: 80 },
): Promise<OpenedPurse> {
  const { percent, source = 'config', unlimited = false } = of;
  return openPurse(database.knex, { id, unlimited, source, total, softLimitPercent: percent });
}

/** A close of this many units, of a run of its own. */
function closeOf(path: string[], units: bigint): Close {
  return makeClose({ run: randomUUID(), seq: 1n, path, inputTokens: units });
}

async function use(id: string, units: bigint): Promise<unknown[]> {
  return (await settle(database.knex, [closeOf([id], units)])).notices;
}

async function noticesOf(id: string): Promise<{ used: bigint; granted: bigint; percent: number }[]> {
  const all = await listNotices(database.knex, 0n, 1_000);
  return all
    .filter(({ purse }) => purse === id)
    .map(({ used, granted, percent }) => ({ used, granted, percent }));
}

test('notice is given by the close that comes to the limit, and by none before or after it', async () => {
  await open('user:once', 1_000n);
  expect(await use('user:once', 799n)).toEqual([]);
  expect(await use('user:once', 1n)).toMatchObject([{ purse: 'user:once', used: 800n, granted: 1_000n }]);
  expect(await use('user:once', 100n)).toEqual([]);
  expect(await noticesOf('user:once')).toEqual([{ used: 800n, granted: 1_000n, percent: 80 }]);
});

test('a limit between two units is come to with the upper one', async () => {
  await open('user:odd', 3n, { percent: 50 });
  expect(await use('user:odd', 1n)).toEqual([]);
  expect(await use('user:odd', 1n)).toHaveLength(1);
});

test('an overrun far beyond the grant gives notice once', async () => {
  await open('user:over', 1_000n);
  expect(await use('user:over', 5_000n)).toMatchObject([{ used: 5_000n }]);
  expect(await use('user:over', 1n)).toEqual([]);
});

test('a purse without a soft limit, or without a limit, gives none', async () => {
  await open('user:silent', 1_000n, {});
  await open('user:unlimited', 1_000n, { unlimited: true, percent: 80 });
  expect(await use('user:silent', 1_000n)).toEqual([]);
  expect(await use('user:unlimited', 1_000n)).toEqual([]);
});

test('many purses of one batch give a notice each, numbered without gaps', async () => {
  const ids = Array.from({ length: 100 }, (_, index) => `user:many:${index}`);
  await Promise.all(ids.map((id) => open(id, 100n)));
  const closes = ids.map((id) => closeOf([id], 90n));
  const { notices } = await settle(database.knex, closes);
  expect(notices.map(({ purse }) => purse).sort()).toEqual([...ids].sort());
  const seqs = notices.map(({ seq }) => seq).sort((one, other) => Number(one - other));
  expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0n) + BigInt(index)));
  expect(new Set(notices.map(({ id }) => id)).size).toBe(100);
});

test('closes that come again give no second notice', async () => {
  await open('user:again', 100n);
  const close = closeOf(['user:again'], 90n);
  expect((await settle(database.knex, [close, { ...close }])).notices).toHaveLength(1);
  expect((await settle(database.knex, [close])).notices).toEqual([]);
});

describe('a purse that gave notice', () => {
  test('is armed again by a top-up that brings it below its limit', async () => {
    await open('user:top-up', 100n);
    expect(await use('user:top-up', 85n)).toHaveLength(1);
    await open('user:top-up', 100n, { source: 'gift', percent: 80 });
    expect(await use('user:top-up', 74n)).toEqual([]);
    expect(await use('user:top-up', 1n)).toMatchObject([{ used: 160n, granted: 200n }]);
  });

  test('is not by one that leaves it beyond, nor by applying the same again', async () => {
    await open('user:little', 100n);
    expect(await use('user:little', 95n)).toHaveLength(1);
    expect((await open('user:little', 100n)).notices).toEqual([]);
    expect((await open('user:little', 110n)).notices).toEqual([]);
    expect(await use('user:little', 5n)).toEqual([]);
  });

  test('is by a higher percentage', async () => {
    await open('user:higher', 100n);
    expect(await use('user:higher', 85n)).toHaveLength(1);
    expect((await open('user:higher', 100n, { percent: 90 })).notices).toEqual([]);
    expect(await use('user:higher', 5n)).toMatchObject([{ used: 90n, percent: 90 }]);
  });

  test('is not by a refund', async () => {
    await open('user:refund', 100n);
    const close = closeOf(['user:refund'], 90n);
    await settle(database.knex, [close]);
    await refund(database.knex, { id: randomUUID(), requestId: close.id, units: 50n });
    expect(await use('user:refund', 50n)).toEqual([]);
  });
});

describe('a purse that is beyond the limit it gets', () => {
  test('gives notice at once', async () => {
    await open('user:late', 100n, {});
    await use('user:late', 90n);
    expect((await open('user:late', 100n)).notices).toMatchObject([{ used: 90n, granted: 100n }]);
    expect(await use('user:late', 1n)).toEqual([]);
  });

  test('by a lowered grant gives notice at once', async () => {
    await open('user:lowered', 100n);
    await use('user:lowered', 60n);
    expect((await open('user:lowered', 70n)).notices).toMatchObject([{ used: 60n, granted: 70n }]);
  });
});

test('a purse that was granted nothing and used nothing gives none', async () => {
  expect((await open('user:nothing', 0n)).notices).toEqual([]);
});

test('a batch that is rolled back gives no notice, and its numbers are given again', async () => {
  await open('user:rolled', 100n);
  const [newest] = (await listNotices(database.knex, 0n, 1_000)).slice(-1);
  const failed = inTransaction(database.knex, async (transaction) => {
    await settle(transaction, [closeOf(['user:rolled'], 90n)]);
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  expect(await noticesOf('user:rolled')).toEqual([]);
  expect(await use('user:rolled', 90n)).toMatchObject([{ seq: (newest?.seq ?? 0n) + 1n }]);
});
