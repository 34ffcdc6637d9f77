import { Period } from '@headgate/proto/gen/headgate/budget/v1/budget';
import { createMetrics } from '@headgate/runtime/metrics';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMissingWindows } from '../book/open-windows.ts';
import { createMeters } from '../meters.ts';
import { createPriceBooks } from '../pricing/price-books.ts';
import { purseState } from '../testing/book.ts';
import { quietLog } from '../testing/consumer.ts';
import { type LedgerDatabase, makeLedgerDatabase } from '../testing/ledger-database.ts';
import type { RpcContext } from './context.ts';
import { answerSetBudgets } from './set-budgets.ts';

let database: LedgerDatabase;
let context: RpcContext;
const announced: unknown[] = [];
beforeAll(async () => {
  database = await makeLedgerDatabase();
  context = {
    knex: database.knex,
    books: createPriceBooks(),
    announce: {
      recalled: (_, purses) => announced.push({ recalled: purses }),
      quotaChanged: (purses) => announced.push({ quotaChanged: purses }),
    },
    meters: createMeters(createMetrics('ledger')),
    log: quietLog,
    nowMs: () => Date.parse('2026-11-21T23:30:00Z'),
    outageToleranceMs: 900_000,
  };
});
afterAll(() => database.drop());

const weekly = { period: Period.WEEK, timeZone: 'Europe/Berlin', units: 100n };
const window = 'budget:key:7:2026-W47';
const set = (owner: string, ...budgets: (typeof weekly)[]) => answerSetBudgets(context, { owner, budgets });

test('a budget is set once, and what it changes of an open window is announced', async () => {
  expect([await set('key:7', weekly), await set('key:7', weekly)]).toEqual([
    { changed: true },
    { changed: false },
  ]);
  await openMissingWindows(database.knex, [window]);
  expect(announced).toEqual([]);
  for (const units of [150n, 30n]) await set('key:7', { ...weekly, units });
  expect(announced).toEqual([{ quotaChanged: [window] }, { recalled: [window] }]);
  expect(await purseState(database.knex, window)).toMatchObject({ granted: 30n });
});

test.each([
  ['an owner that is no key or user', 'owner', () => set('key:7:model:m', weekly)],
  ['a zone that is none', 'budgets.time_zone', () => set('key:7', { ...weekly, timeZone: 'Mars' })],
  ['less than nothing', 'budgets.units', () => set('key:7', { ...weekly, units: -1n })],
  ['two budgets of one period', 'budgets.period', () => set('key:7', weekly, weekly)],
  [
    'a budget without a period',
    'budgets.period',
    () =>
      answerSetBudgets(context, {
        owner: 'key:7',
        budgets: [{ ...weekly, period: Period.UNSPECIFIED }],
      }),
  ],
])('%s is refused', async (_, param, ask) => {
  await expect(ask()).rejects.toMatchObject({ fault: { status: 400, code: 'invalid_request', param } });
});
