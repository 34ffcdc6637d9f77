import { cpuUsOf, measure } from '../measure.ts';
import { cores, pin } from '../pin.ts';
import { median, row } from '../table.ts';
import type { ReplicasLane } from './lanes.ts';
import type { Rounds } from './show-catalogue.ts';
import { governedKey, type Side, startSide } from './sides.ts';

const columns = ['lane', 'requests per s', 'CPU us: ingress', 'text-gateway', 'both'];
const names = ['ingress', 'text-gateway'] as const;
const warmUpSeconds = 3;
const underWay = 32;
const body = JSON.stringify({
  model: 'gpt-4o-mini',
  stream: false,
  messages: [{ role: 'user', content: 'lorem ipsum '.repeat(75) }],
});

interface Round {
  perSecond: number;
  us: number[];
}

/** Requests a second of one pair and of two, while the load generator and the upstream take their part of the second core. */
export async function showReplicas(
  lanes: readonly ReplicasLane[],
  { rounds, seconds, say }: Rounds,
): Promise<void> {
  const sides = new Map<number, Side>();
  try {
    for (const replicas of new Set(lanes.map((lane) => lane.replicas)))
      sides.set(
        replicas,
        await startSide({ replicas: names.map((name) => `${name}=${replicas}`).join(',') }),
      );
    const measured = lanes.map((lane) => ({ lane, rounds: [] as Round[] }));
    for (let round = -1; round < rounds; round += 1) {
      for (const { lane, rounds: all } of measured) {
        const side = sides.get(lane.replicas);
        if (!side) continue;
        place(side, lane);
        const one = await load(side, lane, round < 0 ? warmUpSeconds : seconds);
        if (round >= 0) all.push(one);
      }
    }
    say(`\n${row(columns)}`);
    say(row(columns.map((_, index) => (index === 0 ? '---' : '---:'))));
    for (const { lane, rounds: all } of measured) say(replicasRow(lane, all));
  } finally {
    for (const side of sides.values()) await side.stop();
  }
}

/** Each pair on its core. One pair on two cores has its ingress on the first and its gateway on the second. */
function place(side: Side, { replicas, cores: on }: ReplicasLane): void {
  for (let pair = 0; pair < replicas; pair += 1) {
    const [first = 0, second = first] = replicas === 1 ? on : [on[pair] ?? 0];
    pin(pidOf(side, 'ingress', pair), first);
    pin(pidOf(side, 'text-gateway', pair), second);
  }
}

async function load(side: Side, { replicas }: ReplicasLane, seconds: number): Promise<Round> {
  const read = (): number[] =>
    names.map((name) => {
      const pids = Array.from({ length: replicas }, (_, index) => pidOf(side, name, index));
      return pids.reduce((sum, pid) => sum + cpuUsOf(pid), 0);
    });
  const before = read();
  const loads = await Promise.all(
    (side.dev.services.ingress ?? []).map(({ baseUrl = '' }) =>
      measure(
        {
          url: `${baseUrl}/v1/chat/completions`,
          key: governedKey,
          body,
          concurrency: underWay / replicas,
          rate: 0,
          expectedStatus: 200,
          seconds,
        },
        new Map(),
        cores.outside,
      ),
    ),
  );
  const failures = loads.reduce((sum, one) => sum + one.failures, 0);
  if (failures > 0) throw new Error(`${failures} answers were not 200`);
  const requests = loads.reduce((sum, one) => sum + one.requests, 0);
  return {
    perSecond: loads.reduce((sum, one) => sum + (one.requests * 1_000) / one.elapsedMs, 0),
    us: read().map((us, index) => (us - (before[index] ?? 0)) / requests),
  };
}

function replicasRow({ name }: ReplicasLane, rounds: readonly Round[]): string {
  const us = names.map((_, index) => median(rounds.map((round) => round.us[index] ?? 0)));
  const both = median(rounds.map((round) => round.us.reduce((sum, each) => sum + each, 0)));
  const perSecond = median(rounds.map((round) => round.perSecond));
  return row([name, perSecond.toFixed(0), ...[...us, both].map((each) => each.toFixed(1))]);
}

function pidOf({ dev }: Side, name: (typeof names)[number], index: number): number {
  return dev.services[name]?.[index]?.pid ?? 0;
}
