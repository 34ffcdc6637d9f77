import { expect, test } from 'vitest';
import { cellRow } from './cell-table.ts';
import { cells, isServed } from './cells.ts';
import { lanes } from './lanes.ts';
import type { Measured } from './measure.ts';
import { laneRow, median } from './table.ts';

function measured(p50Ms: number, ingressUs: number): Measured {
  return {
    requests: 100,
    failures: 0,
    events: 0,
    elapsedMs: 2_000,
    p50Ms,
    p99Ms: 2 * p50Ms,
    cpuUs: new Map([
      ['ingress', ingressUs],
      ['text-gateway', 1_000],
      ['ledger', 500],
    ]),
  };
}

test('the median of an even number of rounds lies between the middle two', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 2, 100])).toBe(3);
});

test('a row gives medians per unit, and what was added within each round', () => {
  const lane = lanes.find(({ rate, stream }) => rate > 0 && !stream);
  if (!lane) throw new Error('no lane with a fixed rate');
  const rounds = [
    { raw: measured(1, 0), governed: measured(3, 10_000) },
    { raw: measured(5, 0), governed: measured(6, 30_000) },
    { raw: measured(1, 0), governed: measured(2, 20_000) },
  ];
  expect(laneRow({ lane, rounds })).toBe(
    `| ${lane.name} | 50 | 50 | 1.00 | 1.00 | 2.00 | 200.0 | 10.0 | 110.0 to 310.0 | 5.0 | requests |`,
  );
});

test('what never reaches the upstream has no raw side', () => {
  const lane = lanes.find(({ isRefused }) => isRefused);
  if (!lane) throw new Error('no lane of refusals');
  expect(laneRow({ lane, rounds: [{ governed: measured(1, 1_000) }] })).toContain(' |  | 50 |  |  |  | ');
});

test('every client over every upstream has a row, also where no request can come to that', () => {
  expect(cells).toHaveLength(16);
  const [served, unserved] = [cells.find(isServed), cells.find((cell) => !isServed(cell))];
  if (!served || !unserved) throw new Error('no such cells');
  const codec = { client: '', upstream: '', request: 40, chunkAlone: 4, chunkTogether: 3.5 };
  const whole = [measured(1, 10_000), measured(1, 30_000), measured(1, 20_000)];
  const streamed = whole.map((round) => ({ ...round, events: 1_000 }));
  expect(cellRow(served, { whole, streamed }, codec)).toBe(
    `| ${served.name} | 200.0 | 10.0 | 40.0 | 20.0 | 1.0 | 4.0 | 3.5 |`,
  );
  expect(cellRow(unserved, undefined, codec)).toBe(`| ${unserved.name} |  |  | 40.0 |  |  | 4.0 | 3.5 |`);
});
