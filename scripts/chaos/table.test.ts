import { expect, test } from 'vitest';
import { type ChaosTable, findBadLines, sayTable } from './table.ts';

const good: ChaosTable = {
  requestsAsked: 12,
  requestsServed: 10,
  kills: 3,
  missingEntries: 0,
  duplicateEntries: 0,
  unservedEntries: 0,
  openHolds: 0n,
  overspend: 0n,
  billsExplained: 10,
  isReplayEqual: true,
};

test('the table has a line for everything that a run is judged by', () => {
  expect(sayTable(good)).toBe(`| | |
| --- | ---: |
| requests asked | 12 |
| requests served | 10 |
| kills | 3 |
| missing entries | 0 |
| duplicate entries | 0 |
| open holds | 0 |
| overspend | 0 |
| entries without a served attempt | 0 |
| bills explained to the unit | 10 of 10 |
| replay equal | yes |`);
  expect(findBadLines(good)).toEqual([]);
});

test.each<[bad: Partial<ChaosTable>, line: string]>([
  [{ missingEntries: 1 }, 'missing entries: 1'],
  [{ duplicateEntries: 2 }, 'duplicate entries: 2'],
  [{ openHolds: 3n }, 'open holds: 3'],
  [{ overspend: 4n }, 'overspend: 4'],
  [{ unservedEntries: 5 }, 'entries without a served attempt: 5'],
  [{ billsExplained: 9 }, 'bills explained to the unit: 9'],
  [{ isReplayEqual: false }, 'replay equal: no'],
])('%o is a violation', (bad, line) => {
  expect(findBadLines({ ...good, ...bad })).toEqual([line]);
});
