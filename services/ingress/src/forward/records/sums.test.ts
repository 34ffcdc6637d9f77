import type { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { expect, test } from 'vitest';
import type { Context } from '../../context.ts';
import { readAsked } from './asked.ts';
import { statisticsData } from './sums.ts';

test('sums of thousands of models over months may take the ledger as long as its database may', async () => {
  const deadlines: number[] = [];
  const ledger: Pick<LedgerClient, 'getStatistics'> = {
    getStatistics(...told: unknown[]) {
      deadlines.push(Number(Object(told[2]).deadline));
      Object(told[3])(null, { rows: [] });
      return Object({ cancel: () => undefined });
    },
  };
  const names: Context['names'] = { of: async () => () => '' };
  const context: Partial<Context> = { ledger: ledger as LedgerClient, names, now: Date.now };
  const asked = readAsked({ query: {} });
  const longestStatementMs = 30_000;
  const askedAtMs = Date.now();
  const everybody = { userIds: [], keyIds: [] };
  expect(await statisticsData(context as Context, asked, everybody, 'all')).toEqual([]);
  expect(deadlines.map((at) => at - askedAtMs > longestStatementMs)).toEqual([true]);
});
