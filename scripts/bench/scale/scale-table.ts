import type { Measured } from '../measure.ts';
import { median, row } from '../table.ts';

/** What a request may cost more where there is much, than where there is little. */
const mostRatio = 1.1;
const services = ['ingress', 'text-gateway', 'ledger', 'account', 'PostgreSQL'] as const;
const path = ['ingress', 'text-gateway'] as const;

/** One round at each, one after the other: whatever else the machine does meets both. */
export interface Pair {
  little: Measured;
  much: Measured;
}

export function scaleHeader(little: string, much: string): string[] {
  const columns = [
    'lane',
    'of',
    'per s',
    ...services.map((name) => `CPU us: ${name}`),
    'ingress and text-gateway',
  ];
  return [
    `CPU microseconds of a request, ${little} beside ${much}; the ratio is that of ingress and text-gateway together.`,
    '',
    row([...columns, 'ratio', 'least to most']),
    row([...columns, '', ''].map((_, index) => (index < 2 ? '---' : '---:'))),
  ];
}

/** Two rows: medians of all rounds, and the ratio within each. */
export function scaleRows(
  name: string,
  [little, much]: readonly [string, string],
  pairs: readonly Pair[],
): string[] {
  const ratios = pairs.map((pair) => usOf(pair.much, path) / usOf(pair.little, path));
  const ratio = median(ratios);
  const least = Math.min(...ratios).toFixed(2);
  const most = Math.max(...ratios).toFixed(2);
  return [
    row([name, little, ...figuresOf(pairs.map((pair) => pair.little)), '', '']),
    row([name, much, ...figuresOf(pairs.map((pair) => pair.much)), ratio.toFixed(2), `${least} to ${most}`]),
    ...(ratio > mostRatio ? [`${name}: more than the ratio of ${mostRatio} that is the aim`] : []),
  ];
}

/** Of all rounds of one lane: requests a second, then CPU of a request by service. */
export function figuresOf(rounds: readonly Measured[]): string[] {
  const of = (names: readonly string[]): string =>
    median(rounds.map((round) => usOf(round, names))).toFixed(1);
  return [
    median(rounds.map(({ requests, elapsedMs }) => (requests * 1_000) / elapsedMs)).toFixed(0),
    ...services.map((name) => of([name])),
    of(path),
  ];
}

function usOf({ cpuUs, requests }: Measured, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (cpuUs.get(name) ?? 0), 0) / requests;
}
