import { randomUUID } from 'node:crypto';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findContradictions, openPurses, settle } from '../../testing/book.ts';
import { makeClose } from '../../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../../testing/ledger-database.ts';
import { draw } from '../slices/draw.ts';
import { forgetWindows } from './forget-windows.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
});
afterAll(() => database.drop());

test('slices of windows that are long over go, those that hold units or have no window stay', async () => {
  const { knex } = database;
  const [old, held, recent] = ['05-01', '05-02', '11-21'].map((day) => `budget:key:1:2026-${day}`);
  await openPurses(knex, { 'key:1': null, [old ?? '']: 50n, [held ?? '']: 50n, [recent ?? '']: 50n });
  await rowsOf(knex, `update purse set opened_at = now() - interval '63 days' where id <> ?`, [recent ?? '']);
  const run = randomUUID();
  const paths = [['key:1'], ...[old, held, recent].map((window) => [window ?? '', 'key:1'])];
  for (const path of paths) {
    await draw(knex, { run, path, drawNo: 1n, need: 10n, want: 0n }, { toleranceMs: 900_000 });
  }
  const spent = paths.filter((path) => path[0] !== held);
  await settle(
    knex,
    spent.map((path, index) => makeClose({ run, seq: BigInt(index + 1), path, inputTokens: 10n })),
  );
  expect(await forgetWindows(knex)).toBe(1);
  const left = await rowsOf<{ path: string[] }>(knex, 'select path from slice order by path', []);
  expect(left.map(({ path }) => path)).toEqual(paths.filter((path) => path[0] !== old).sort());
  expect(await findContradictions(knex)).toEqual([]);
});
