import { expect, test } from 'vitest';
import { targetLanes } from './lanes.ts';
import type { Measured } from './measure.ts';
import { peerTable } from './peer/table.ts';
import { readArguments } from './read-arguments.ts';
import type { LaneRounds, Round } from './run-lane.ts';
import { targetTable } from './targets.ts';

function measured(process: string, us: number, p99Ms = 1): Measured {
  const cpuUs = new Map([[process, us * 100]]);
  return { requests: 100, failures: 0, events: 0, elapsedMs: 1_000, p50Ms: p99Ms / 2, p99Ms, cpuUs };
}

function rounds(...us: [governed: number, peer: number][]): Round[] {
  return us.map(([governed, peer]) => ({
    raw: measured('upstream', 0),
    governed: measured('ingress', governed, 2),
    peer: measured('peer', peer, 8),
  }));
}

const { kilobyte, kilobytes64, steady } = targetLanes;

test('a target is held against the median, a ratio is taken within each round', () => {
  const table = targetTable([{ lane: kilobyte, rounds: rounds([120, 1_000], [156, 1_200], [160, 2_000]) }]);
  expect(table.slice(2)).toEqual([
    '| CPU of a 1 KB request | at most 130 us | 156.0 | 120.0 to 160.0 | missed by 20 % | 120.0, 156.0, 160.0 |',
    "| CPU of a 1 KB request, of the peer's bare one | at most 0.1 | 0.120 | 0.080 to 0.130 | missed by 20 % | 0.120, 0.130, 0.080 |",
  ]);
});

test('at a fixed rate latency counts, beside raw and beside the peer', () => {
  const table = targetTable([{ lane: steady, rounds: rounds([100, 1_000]) }]);
  expect(table.slice(2).map((row) => row.split(' | ').slice(0, 5).join(' | '))).toEqual([
    '| p50 added at 300 requests a second | at most 0.6 ms | 0.500 | 0.500 to 0.500 | met',
    '| p99 added at 300 requests a second | at most 3 ms | 1.000 | 1.000 to 1.000 | met',
    "| p99 at 300 requests a second, the peer's of ours | at least 5 | 4.000 | 4.000 to 4.000 | missed by 20 %",
  ]);
});

test('what one lane is of another is there when both are', () => {
  const long: LaneRounds = { lane: kilobytes64, rounds: rounds([290, 1_000]) };
  expect(targetTable([long])).toEqual([]);
  const both = targetTable([long, { lane: kilobyte, rounds: rounds([100, 1_000]) }]);
  expect(both.at(-1)).toContain('| at most 3 | 2.900 | 2.900 to 2.900 | met |');
});

test('what a peer cannot serve says why', () => {
  const lane = targetLanes.together;
  const served = { lane: kilobyte, rounds: rounds([100, 1_000], [120, 1_000]) };
  const unserved = { lane, rounds: [{ governed: measured('ingress', 1) }], whyNoPeer: 'answered 500' };
  expect(peerTable('Other 1.0', [served, unserved]).slice(2)).toEqual([
    `| ${kilobyte.name} | 100 |  |  |  | 1000.0 | 1000.0 to 1000.0 | 0.110 | 0.100 to 0.120 |`,
    `| ${lane.name} | none: answered 500 |  |  |  |  |  |  |  |`,
  ]);
});

test('a peer is named, and everything else is a word', () => {
  expect(readArguments(['1 KB', '--peer', 'portkey', '300'])).toEqual({
    words: ['1 KB', '300'],
    peer: 'portkey',
  });
  expect(readArguments(['300'])).toEqual({ words: ['300'], peer: undefined });
  expect(() => readArguments(['--peer', 'other'])).toThrow('portkey');
});
