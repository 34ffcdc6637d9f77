import { randomUUID } from 'node:crypto';
import { Period } from '@headgate/proto/gen/headgate/budget/v1/budget';
import { DrawResponse_Outcome, HoldResponse_Outcome } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { createRegistry } from '@headgate/runtime/metrics';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMissingWindows } from '../book/budgets/open-windows.ts';
import { createLedgerMetrics } from '../metrics.ts';
import { createPriceBooks } from '../pricing/price-books.ts';
import { openPurses, purseState } from '../testing/book.ts';
import { quietLog } from '../testing/consumer.ts';
import { type LedgerDatabase, makeLedgerDatabase } from '../testing/ledger-database.ts';
import type { RpcContext } from './context.ts';
import { answerDraw } from './draw.ts';
import { answerHold } from './hold.ts';
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
      noticesGiven: () => {},
    },
    metrics: createLedgerMetrics(createRegistry('ledger')),
    log: quietLog,
    nowMs: () => Date.parse('2026-11-21T23:30:00Z'),
    outageToleranceMs: 900_000,
    holdOverdueMs: 86_400_000,
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

test('holds and draws open the windows that they name, and an empty draw says which purses lack', async () => {
  await set('key:8', { ...weekly, units: 100n });
  await openPurses(database.knex, { 'key:8': null });
  const [opened, other] = ['2026-W47', '2026-W48'].map((week) => ['key:8', `budget:key:8:${week}`]);
  const hold = { id: randomUUID(), path: opened ?? [], amount: 60n, ref: 'task' };
  expect(await answerHold(context, hold)).toMatchObject({ outcome: HoldResponse_Outcome.HELD });
  const asked = { run: randomUUID(), path: other ?? [], drawNo: 1n, need: 100n, want: 100n };
  expect(await answerDraw(context, asked)).toMatchObject({ outcome: DrawResponse_Outcome.GRANTED });
  expect(await answerDraw(context, { ...asked, drawNo: 2n })).toMatchObject({
    outcome: DrawResponse_Outcome.EMPTY,
    lacking: ['budget:key:8:2026-W48'],
  });
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
