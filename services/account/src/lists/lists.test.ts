/** Lists of many rows: what a page has, and that no page reads them all. */

import { rowsRead } from '@headgate/runtime/testing/rows-read';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { makeManyRows } from '../testing/many-rows.ts';
import { type SessionClient, signInAs } from '../testing/session-client.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';

interface Page {
  items: { id: number; name?: string; username?: string }[];
  total: number;
  total_exact: boolean;
  next_cursor: string;
}

const many = 15_000;
/** What is counted, what is looked through for a word, and some. */
const mostRead = 13_000;

let account: TestAccount;
let ada: SessionClient;
let root: SessionClient;
beforeAll(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  [ada, root] = [await signInAs(account, 'ada'), await signInAs(account, 'root')];
  await makeManyRows(account.context.knex, 2n, many);
}, 300_000);
afterAll(() => account.stop());

const ask = async (operation: string, query: Record<string, string>) =>
  (await (operation.endsWith('list-own') || operation === 'keys.list' ? ada : root).ask(operation, {
    query,
  })) as Page;
const daysAgo = (days: number): string => String(Math.floor(Date.now() / 1_000) - days * 86_400);

/** Ways to ask for pages, each of a list where what is meant is many rows, or few among many. */
const lists: [string, Record<string, string>[]][] = [
  ['keys.list', [{}, { keyword: 'service' }, { keyword: '14999' }, { keyword: 'no such' }]],
  ['keys.list-all', [{}, { keyword: '12345' }, { user_id: '1' }]],
  [
    'users.list',
    [
      {},
      { keyword: 'person' },
      { keyword: '12345@mail' },
      { keyword: 'no such' },
      { role: '100' },
      { status: '2' },
      { group: 'vip' },
    ],
  ],
  [
    'redemptions.list',
    [{}, { keyword: '12345' }, { status: '1' }, { status: '2' }, { status: '3' }, { status: '4' }],
  ],
  [
    'audit.list',
    [
      {},
      { username: 'nobody' },
      { operation: 'no.such' },
      { target_kind: 'channel' },
      { target_id: '77' },
      { start_timestamp: daysAgo(10), end_timestamp: daysAgo(9) },
      { start_timestamp: daysAgo(10) },
    ],
  ],
  ['audit.list-own', [{}, { target_id: '77' }]],
];

describe.each(lists)('%s', (operation, queries) => {
  it.each(queries)('reads no more than it must for %j', async (query) => {
    const read = await rowsRead(account.context.knex, () => ask(operation, query));
    expect(read.size).toBeGreaterThan(0);
    expect(Math.max(...read.values())).toBeLessThan(mostRead);
  });

  it('reads no more than it must for what comes behind a row far down', async () => {
    const read = await rowsRead(account.context.knex, () => ask(operation, { cursor: '5000' }));
    expect(Math.max(...read.values())).toBeLessThan(mostRead);
  });

  it('goes on from the cursor of a page', async () => {
    const first = await ask(operation, { page_size: '2' });
    const second = await ask(operation, { page_size: '2', cursor: first.next_cursor });
    const both = await ask(operation, { page_size: '4' });
    expect([...first.items, ...second.items]).toEqual(both.items);
  });

  it('counts to a bound, and has no numbers for what lies deeper', async () => {
    expect(await ask(operation, { p: '1000' })).toMatchObject({ total: 10_000, total_exact: false });
    expect(await faultFrom(ask(operation, { p: '1002' }))).toMatchObject({
      status: 200,
      message: expect.stringContaining('next_cursor'),
    });
  });
});

test.each([
  ['keys.list', 'SERVICE 11999', 'service 11999'],
  ['keys.list', '999', 'service 14999'],
  ['keys.list-all', '7', 'service 14997'],
  ['redemptions.list', 'paign 123', 'campaign 12399'],
])('%s finds %j wherever it stands', async (operation, keyword, name) => {
  const { items } = await ask(operation, { keyword });
  expect(items[0]).toMatchObject({ name });
});

test.each([
  ['erson-11999', 'person-11999'],
  ['11999@MAIL', 'person-11999'],
  ['n 1199', 'person-11999'],
])('users.list finds %j in any of their texts', async (keyword, username) => {
  expect((await ask('users.list', { keyword })).items[0]).toMatchObject({ username });
});

test('a sign that patterns know is a character like others', async () => {
  expect(await ask('keys.list', { keyword: 'service%1' })).toMatchObject({ items: [], total: 0 });
  expect(await ask('users.list', { keyword: 'person_1' })).toMatchObject({ items: [], total: 0 });
});

test('the last page has no cursor', async () => {
  const { items, next_cursor: cursor } = await ask('keys.list', { cursor: '3' });
  expect(items.length).toBeLessThan(10);
  expect(cursor).toBe('');
});

test('lines of a time are those, to the second', async () => {
  const [from, until] = [daysAgo(10), daysAgo(9)];
  const { total } = await ask('audit.list', { start_timestamp: from, end_timestamp: until });
  expect(total).toBe(24 * 60);
});
