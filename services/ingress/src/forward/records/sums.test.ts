import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import {
  GetStatisticsRequest_By as By,
  type GetStatisticsRequest,
  type LedgerClient,
  ModelStatistic,
  GetStatisticsRequest_Order as Order,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { FaultError } from '@headgate/runtime/errors';
import { expect, test } from 'vitest';
import type { Context } from '../../context.ts';
import { readAsked } from './asked.ts';
import type { Owner } from './owner.ts';
import { statisticsData } from './sums.ts';

/** What is told for a query, and how the ledger was asked for it. */
async function ask(
  query: Record<string, string>,
  { rows = [], refusal }: { rows?: Partial<ModelStatistic>[]; refusal?: Fault } = {},
) {
  const told: { request: GetStatisticsRequest; deadlineMs: number }[] = [];
  const ledger: Pick<LedgerClient, 'getStatistics'> = {
    getStatistics(...given: unknown[]) {
      told.push({ request: given[0] as GetStatisticsRequest, deadlineMs: Number(Object(given[2]).deadline) });
      Object(given[3])(refusal ? new FaultError(refusal) : null, {
        rows: rows.map((row) => ModelStatistic.fromPartial(row)),
      });
      return Object({ cancel: () => undefined });
    },
  };
  const names: Context['names'] = { of: async () => (kind, id) => `${kind} ${id}` };
  const context: Partial<Context> = { ledger: ledger as LedgerClient, names, now: Date.now };
  const somebody: Owner = { userIds: [7n], keyIds: [] };
  const data = await statisticsData(context as Context, readAsked({ query }), somebody, 'all');
  return { data, ...told[0] };
}

const messageOf = (answer: Promise<unknown>) =>
  answer.then(
    () => '',
    (error: unknown) =>
      error instanceof FaultError ? [error.fault.status, error.fault.message].join(' ') : error,
  );

test('sums of thousands of models over months may take the ledger as long as its database may', async () => {
  const longestStatementMs = 30_000;
  const askedAtMs = Date.now();
  const { data, deadlineMs = 0 } = await ask({});
  expect(data).toEqual([]);
  expect(deadlineMs - askedAtMs).toBeGreaterThan(longestStatementMs);
});

test('totals have no time, unless they come from a ledger that knows none', async () => {
  const rows = [
    { model: 'm', requests: 4n },
    { model: 'm', startedAt: 3_600n },
  ];
  const { data, request } = await ask({ span: 'total' }, { rows });
  expect(request).toMatchObject({ total: true, top: 0, order: Order.AMOUNT });
  expect(data[0]).toMatchObject({ model_name: 'm', count: 4 });
  expect(data[0]).not.toHaveProperty('created_at');
  expect(data[1]).toMatchObject({ created_at: 3_600 });
  expect((await ask({}, { rows })).data[0]).toMatchObject({ created_at: 0 });
});

test.each([
  ['model', By.MODEL, { model_name: 'other' }],
  ['key', By.KEY, { model_name: '', token_name: 'other' }],
  ['group', By.GROUP, { model_name: '', group: 'other' }],
  ['channel', By.CHANNEL, { model_name: '', channel_name: 'other' }],
])('by %s all but the top are one row, which is called other and says so', async (by, number, names) => {
  const rows = [{ startedAt: 3_600n }, { startedAt: 3_600n, other: true, requests: 9n }];
  const { data, request } = await ask({ by, top: '1', order_by: 'failed' }, { rows });
  expect(request).toMatchObject({ by: number, total: false, top: 1, order: Order.FAILURES });
  const [own, { count, ...all } = { count: 0 }] = data;
  expect(own).not.toHaveProperty('other');
  expect(count).toBe(9);
  expect(all).toMatchObject({ created_at: 3_600, other: true, ...names });
  for (const id of ['token_id', 'channel']) expect(all).not.toHaveProperty(id);
});

test.each([
  [{ span: 'hour' }, 'span'],
  [{ top: '1001' }, 'top'],
  [{ top: 'x' }, 'top'],
  [{ order_by: 'constructor' }, 'order_by'],
])('%j is refused by its name', async (query, name) => {
  expect(await messageOf(ask(query))).toMatch(new RegExp(`^200 ${name} `));
});

test('who asks for more sums than there is room for is told what to ask for', async () => {
  const refusal = fault('invalid_request', { param: 'top', message: 'These are more than 9 sums.' });
  expect(await messageOf(ask({}, { refusal }))).toMatch(
    /^200 These are more than 9 sums\. .+top=100.+span=total/,
  );
  const other = fault('service_unavailable');
  expect(await messageOf(ask({}, { refusal: other }))).toMatch(/^503 /);
});
