import { rowsOf } from '@headgate/runtime/postgres/rows';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveNotices } from '../book/notices/notice.ts';
import { openPurses } from '../testing/book.ts';
import { type LedgerDatabase, makeLedgerDatabase } from '../testing/ledger-database.ts';
import { findLastNotice, listNotices } from './list-notices.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await openPurses(database.knex, { one: 100n, other: 100n });
  await rowsOf(database.knex, 'update purse set soft_limit_percent = 80', []);
});
afterAll(() => database.drop());

/** Whether somebody waits for a transaction, which is kept busy by being asked. */
async function isWaitedFor(transaction: Knex): Promise<boolean> {
  const waiting = await rowsOf(
    transaction,
    'select pid from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))',
    [],
  );
  return waiting.length > 0;
}

test('a notice that is committed late has no number below one that was listed before', async () => {
  const slow = await database.knex.transaction();
  const [first] = await giveNotices(slow, [{ id: 'one', kind: 'soft_limit' }]);
  let isDone = false;
  const second = database
    .connect()
    .transaction((transaction) => giveNotices(transaction, [{ id: 'other', kind: 'soft_limit' }]));
  void second.then(() => {
    isDone = true;
  });
  await waitFor(async () => isDone || (await isWaitedFor(slow)), 'the other is done, or waits');
  expect(await listNotices(database.knex, 0n, 10)).toEqual([]);
  await slow.commit();
  const [later] = await second;
  expect([first?.seq, later?.seq]).toEqual([1n, 2n]);
  expect(await listNotices(database.knex, 0n, 10)).toMatchObject([{ purse: 'one' }, { purse: 'other' }]);
  expect(await listNotices(database.knex, 1n, 10)).toMatchObject([{ purse: 'other' }]);
  expect(await findLastNotice(database.knex)).toBe(2n);
});
