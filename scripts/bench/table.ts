import type { Lane } from './lanes.ts';
import type { Measured } from './measure.ts';

/** One round of a lane; refusals never reach the upstream, so that they have no raw side. */
export interface Round {
  raw: Measured | undefined;
  governed: Measured;
}

const columns = [
  'lane',
  'raw per s',
  'governed per s',
  'p50 ms raw',
  'p50 added',
  'p99 added',
  'CPU us: ingress',
  'text-gateway',
  'both, least to most',
  'ledger',
  'of',
];

export const header: readonly string[] = [
  row(columns),
  row(columns.map((name) => (name === 'lane' || name === 'of' ? '---' : '---:'))),
];

/** A lane's row: medians over its rounds. What is added to the latency is taken within each round. */
export function laneRow(lane: Lane, rounds: readonly Round[]): string {
  const units = (measured: Measured): number => (lane.stream ? measured.events : measured.requests);
  const perSecond = (measured: Measured): number => (units(measured) * 1_000) / measured.elapsedMs;
  const cpuUs = (names: readonly string[]): number[] =>
    rounds.map(({ governed }) => {
      const us = names.reduce((sum, name) => sum + (governed.cpuUs.get(name) ?? 0), 0);
      return us / units(governed);
    });
  const pairs = rounds.flatMap(({ raw, governed }) => (raw ? [{ raw, governed }] : []));
  const ofPairs = (value: (pair: { raw: Measured; governed: Measured }) => number, digits: number): string =>
    pairs.length === 0 ? '' : median(pairs.map(value)).toFixed(digits);
  // At saturation latency says only how long the queue is.
  const added = (name: 'p50Ms' | 'p99Ms'): string =>
    lane.rate === 0 ? '' : ofPairs(({ raw, governed }) => governed[name] - raw[name], 2);
  const both = cpuUs(['ingress', 'text-gateway']);
  return row([
    lane.name,
    ofPairs(({ raw }) => perSecond(raw), 0),
    median(rounds.map(({ governed }) => perSecond(governed))).toFixed(0),
    ofPairs(({ raw }) => raw.p50Ms, 2),
    added('p50Ms'),
    added('p99Ms'),
    median(cpuUs(['ingress'])).toFixed(1),
    median(cpuUs(['text-gateway'])).toFixed(1),
    `${Math.min(...both).toFixed(1)} to ${Math.max(...both).toFixed(1)}`,
    median(cpuUs(['ledger'])).toFixed(1),
    lane.stream ? 'events' : 'requests',
  ]);
}

export function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
