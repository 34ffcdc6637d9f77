import { type Lane, targetLanes } from './lanes.ts';
import type { LaneRounds, Round } from './run-lane.ts';
import { cpuUsPerUnit, cpuUsPerUnitOfAll, headerOf, median, rangeOf, row } from './table.ts';

/** What a run is to reach, with everything on that a request is governed by. */
export interface Target {
  name: string;
  unit: string;
  bound: { most: number } | { least: number };
  /** One value for each round; none where the run had no such lane, or no peer in it. */
  values(lanes: readonly LaneRounds[]): number[];
}

const gateway = ['ingress', 'text-gateway'];
const { kilobyte, longQuestion, kilobytes64, steady } = targetLanes;

export const targets: readonly Target[] = [
  cpu('CPU of a 1 KB request', kilobyte, 130),
  {
    name: "CPU of a 1 KB request, of the peer's bare one",
    unit: '',
    bound: { most: 0.1 },
    values: eachOf(
      kilobyte,
      ({ governed, peer }) =>
        peer && cpuUsPerUnit(kilobyte, governed, gateway) / cpuUsPerUnitOfAll(kilobyte, peer),
    ),
  },
  cpu('CPU of an event alone', targetLanes.alone, 30),
  cpu('CPU of events together, each', targetLanes.together, 10),
  cpu('the same converted: chat completions over messages, alone', targetLanes.intoMessagesAlone, 45),
  cpu('chat completions over messages, together', targetLanes.intoMessagesTogether, 18),
  cpu('messages over chat completions, alone', targetLanes.ofMessagesAlone, 45),
  cpu('messages over chat completions, together', targetLanes.ofMessagesTogether, 18),
  added('p50 added at 300 requests a second', 'p50Ms', 0.6),
  added('p99 added at 300 requests a second', 'p99Ms', 3),
  {
    name: "p99 at 300 requests a second, the peer's of ours",
    unit: '',
    bound: { least: 5 },
    values: eachOf(steady, ({ governed, peer }) => peer && peer.p99Ms / governed.p99Ms),
  },
  timesOfKilobyte('CPU of 64 KB asked and 1 KB said, of 1 KB both ways', longQuestion),
  timesOfKilobyte('CPU of 64 KB both ways, of 1 KB both ways', kilobytes64),
];

const columns = ['target', 'bound', 'median', 'least to most', 'verdict', 'each round'];

/** A row for each target that the run has values of. */
export function targetTable(lanes: readonly LaneRounds[]): string[] {
  const rows = targets.flatMap((target) => {
    const values = target.values(lanes);
    return values.length === 0 ? [] : [targetRow(target, values)];
  });
  return rows.length === 0 ? [] : [...headerOf(columns, ['target', 'verdict', 'each round']), ...rows];
}

function targetRow({ name, unit, bound }: Target, values: readonly number[]): string {
  const digits = unit === 'us' ? 1 : 3;
  const middle = median(values);
  const suffix = unit === '' ? '' : ` ${unit}`;
  return row([
    name,
    'most' in bound ? `at most ${bound.most}${suffix}` : `at least ${bound.least}${suffix}`,
    middle.toFixed(digits),
    rangeOf(values, digits),
    verdictOf(bound, middle),
    values.map((value) => value.toFixed(digits)).join(', '),
  ]);
}

function verdictOf(bound: Target['bound'], value: number): string {
  const isMet = 'most' in bound ? value <= bound.most : value >= bound.least;
  if (isMet) return 'met';
  const excess = 'most' in bound ? value / bound.most - 1 : 1 - value / bound.least;
  return `missed by ${(excess * 100).toFixed(0)} %`;
}

function cpu(name: string, lane: Lane, most: number): Target {
  return {
    name,
    unit: 'us',
    bound: { most },
    values: eachOf(lane, ({ governed }) => cpuUsPerUnit(lane, governed, gateway)),
  };
}

function added(name: string, quantile: 'p50Ms' | 'p99Ms', most: number): Target {
  return {
    name,
    unit: 'ms',
    bound: { most },
    values: eachOf(steady, ({ governed, raw }) => raw && governed[quantile] - raw[quantile]),
  };
}

function timesOfKilobyte(name: string, lane: Lane): Target {
  return {
    name,
    unit: '',
    bound: { most: 3 },
    values(lanes) {
      const [own, small] = [lane, kilobyte].map((one) =>
        eachOf(one, ({ governed }) => cpuUsPerUnit(one, governed, gateway))(lanes),
      );
      if (!own || !small || small.length === 0) return [];
      return own.map((us, index) => us / (small[index] ?? Number.NaN));
    },
  };
}

function eachOf(lane: Lane, value: (round: Round) => number | undefined): Target['values'] {
  return (lanes) => {
    const rounds = lanes.find((one) => one.lane === lane)?.rounds ?? [];
    return rounds.flatMap((round) => value(round) ?? []);
  };
}
