import { expect, test } from 'vitest';
import { lagOf } from './lag.ts';
import { closesLanes } from './lanes.ts';
import { type ClosesRound, closesRow, ratioLine } from './table.ts';

test('lag is what was sent and not booked at each look, and how long each message took', () => {
  const sent = [
    { seq: 11, atMs: 0 },
    { seq: 12, atMs: 10 },
    { seq: 13, atMs: 20 },
  ];
  const seen = [
    { lastSeq: 10, atMs: 5 },
    { lastSeq: 11, atMs: 15 },
    { lastSeq: 11, atMs: 20 },
    { lastSeq: 13, atMs: 30 },
  ];
  expect(lagOf(sent, seen)).toEqual({ messages: [1, 1, 2], ms: [15, 20, 10] });
});

const round = (entriesPerSecond: number, postgresUs: number | undefined): ClosesRound => ({
  entriesPerSecond,
  ledgerUs: 20,
  postgresUs,
  perSecond: entriesPerSecond / 2,
  lag: { messages: [1, 3], ms: [4, 6.5] },
});

test('a row gives medians over rounds, and of lags the median and the most of all', () => {
  const [lane] = closesLanes;
  if (!lane) throw new Error('no lane');
  expect(closesRow(lane, [round(30_000, 10), round(20_000, 12), round(25_000, 20)])).toBe(
    `| ${lane.name} | 25000 | 20.0 | 20.0 to 20.0 | 12.0 | 10.0 to 20.0 | 12500 | 2 | 3 | 5.3 | 7 |`,
  );
});

test('ratios are taken within each round, and of what is known', () => {
  const [one, other] = closesLanes;
  if (!one || !other) throw new Error('no lanes');
  const rounds = [
    [round(30_000, 10), round(20_000, undefined)],
    [round(20_000, 20), round(20_000, 10)],
  ] as const;
  expect(ratioLine([one, other], rounds)).toBe(
    `${one.name} to ${other.name}: entries per s 1.25, 1.00 to 1.50; ` +
      'CPU of ledger 1.00, 1.00 to 1.00; of PostgreSQL 0.50, 0.50 to 0.50',
  );
});
