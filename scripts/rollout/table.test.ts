import { expect, test } from 'vitest';
import { createTally, type Tally } from './load/tally.ts';
import { findBadLines, type RolloutTable, sayReplaced, sayTable } from './table.ts';

const good: RolloutTable = {
  tally: { ...createTally(), streams: 12, streamsOpen: 4 },
  replaced: [
    { service: 'ledger', pod: 'ledger-1', exitCode: 0, startingMs: 1_200, stoppingMs: 5_000 },
    { service: 'ledger', pod: 'ledger-2', exitCode: 0, startingMs: 2_000, stoppingMs: 5_100 },
  ],
  added: [{ service: 'ingress', waitedMs: 400 }],
  contradictions: 0,
  tasksWrong: 0,
  heldUnits: 0n,
  runsUnfinished: 0,
  entries: 12,
  isReplayEqual: true,
};

test('the table has what was done and what must be nothing', () => {
  const lines = sayTable(good).split('\n');
  expect(lines).toContain('| pods replaced | 2 |');
  expect(lines).toContain('| streams, at most open at a time | 4 |');
  expect(lines).toContain('| first request to an added ingress, s | 0.4 |');
  expect(lines).toContain('| streams cut | 0 |');
  expect(lines.at(-1)).toBe('| replay equal | yes |');
  expect(findBadLines(good)).toEqual([]);
});

test('the pods of a service are one line', () => {
  expect(sayReplaced(good.replaced).split('\n').at(-1)).toBe('| ledger | 2 | 0 | 1.2 to 2.0 | 5.0 to 5.1 |');
});

test.each<[name: keyof Tally, line: string]>([
  ['streamsCut', 'streams cut: 1'],
  ['sessionsCut', 'sessions cut: 1'],
  ['requestsFailed', 'requests failed: 1'],
  ['downloadsCut', 'downloads cut: 1'],
  ['tasksLost', 'tasks lost: 1'],
])('%s is a violation', (name, line) => {
  expect(findBadLines({ ...good, tally: { ...good.tally, [name]: 1 } })).toEqual([line]);
});

test.each<[bad: Partial<RolloutTable>, line: string]>([
  [{ contradictions: 2 }, 'contradictions of the books: 2'],
  [{ tasksWrong: 3 }, 'tasks billed wrong: 3'],
  [{ heldUnits: 4n }, 'units still held: 4'],
  [{ runsUnfinished: 5 }, 'runs not finished: 5'],
  [{ isReplayEqual: false }, 'replay equal: no'],
  [
    { replaced: [{ service: 'ledger', pod: 'ledger-1', exitCode: -1, startingMs: 1, stoppingMs: 1 }] },
    'pods that did not end well: 1',
  ],
])('%o is a violation', (bad, line) => {
  expect(findBadLines({ ...good, ...bad })).toEqual([line]);
});
