import type { Lane } from './lanes.ts';
import type { Measured } from './measure.ts';
import type { LaneRounds } from './run-lane.ts';

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

export const header: readonly string[] = headerOf(columns, ['lane', 'of']);

/** The rows over the columns' names: numbers stand at the right. */
export function headerOf(names: readonly string[], words: readonly string[]): string[] {
  return [row(names), row(names.map((name) => (words.includes(name) ? '---' : '---:')))];
}

/** A lane's row: medians over its rounds. What is added to the latency is taken within each round. */
export function laneRow({ lane, rounds }: LaneRounds): string {
  const perSecond = (measured: Measured): number => (unitsOf(lane, measured) * 1_000) / measured.elapsedMs;
  const cpuUs = (names: readonly string[]): number[] =>
    rounds.map(({ governed }) => cpuUsPerUnit(lane, governed, names));
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
    rangeOf(both, 1),
    median(cpuUs(['ledger'])).toFixed(1),
    lane.stream ? 'events' : 'requests',
  ]);
}

/** CPU microseconds that these processes together spent on each request, or on each event of streams. */
export function cpuUsPerUnit(lane: Lane, measured: Measured, processes: readonly string[]): number {
  const us = processes.reduce((sum, name) => sum + (measured.cpuUs.get(name) ?? 0), 0);
  return us / unitsOf(lane, measured);
}

/** Of all processes that were watched. */
export function cpuUsPerUnitOfAll(lane: Lane, measured: Measured): number {
  return cpuUsPerUnit(lane, measured, [...measured.cpuUs.keys()]);
}

export function unitsOf({ stream }: Lane, { events, requests }: Measured): number {
  return stream ? events : requests;
}

export function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

export function rangeOf(values: readonly number[], digits: number): string {
  return `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
