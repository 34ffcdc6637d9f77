import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startTestRedisServer } from '@headgate/runtime/testing/redis-server';
import { wait } from '@headgate/runtime/wait';
import { repository } from '../../start/repository.ts';
import { row } from '../table.ts';
import type { LimitsLane } from './lanes.ts';
import { type Asked, startReplicaFleet } from './replica-fleet.ts';

/** After it, everybody has noticed that Valkey is away. */
const noticedMs = 2_000;

const columns = [
  'lane',
  'asked',
  'admitted: each trial',
  'over: most',
  'in parts of the limit',
  'by memory',
  'on credit',
  'waited',
  'alone',
  'longest wait ms',
  'leases',
];

/** Lanes of limits that replicas share: what was admitted over the limit, and how it was decided. */
export async function showLimits(
  lanes: readonly LimitsLane[],
  { rounds, say }: { rounds: number; say: (line: string) => void },
): Promise<void> {
  say('');
  say(row(columns));
  say(row(columns.map((name) => (name === 'lane' ? '---' : '---:'))));
  for (const lane of lanes) say(await runLane(lane, rounds));
  say(`\n${await describeCost()}`);
}

async function runLane(lane: LimitsLane, rounds: number): Promise<string> {
  const trials: Asked[][] = [];
  const server = await startTestRedisServer();
  const fleet = await startReplicaFleet(server.url, lane.replicas);
  try {
    const times = lane.killed ? 1 : rounds;
    if (lane.killed === 'before') {
      await server.kill();
      await wait(noticedMs);
    }
    for (let round = 0; round < times; round += 1) {
      const asking = fleet.ask(lane, randomUUID());
      if (lane.killed === 'midway') {
        await wait(lane.withinMs / 2);
        await server.kill();
      }
      trials.push(await asking);
    }
  } finally {
    fleet.stop();
    await server.stop();
  }
  return describeLane(lane, trials);
}

function describeLane({ name, limit, requests }: LimitsLane, trials: readonly Asked[][]): string {
  const sum = (of: (asked: Asked) => number): number =>
    trials.flat().reduce((all, asked) => all + of(asked), 0);
  const admitted = trials.map((trial) => trial.reduce((all, asked) => all + asked.admitted, 0));
  const over = Math.max(0, ...admitted.map((count) => count - limit));
  return row([
    name,
    String(requests),
    admitted.join(' '),
    String(over),
    (over / limit).toFixed(3),
    String(sum(({ memory }) => memory)),
    String(sum(({ credit }) => credit)),
    String(sum(({ waited }) => waited)),
    String(sum(({ alone }) => alone)),
    Math.max(...trials.flat().map(({ longestMs }) => longestMs)).toFixed(1),
    String(sum(({ leases }) => leases)),
  ]);
}

async function describeCost(): Promise<string> {
  const server = await startTestRedisServer();
  try {
    const program = join(repository, 'services/ingress/src/bench/limits-cost.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [program, server.url]);
    const cost: { memory: number; shared: number; leases: number } = JSON.parse(stdout);
    const ratio = (cost.shared / cost.memory).toFixed(2);
    return `CPU us of a decision: in memory ${cost.memory.toFixed(2)}, shared ${cost.shared.toFixed(2)}, ratio ${ratio}; ${cost.leases} leases`;
  } finally {
    await server.stop();
  }
}
