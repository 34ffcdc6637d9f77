import { type Session, signIn } from '../../e2e/testing/session.ts';
import { createSql, type Sql } from '../../e2e/testing/sql.ts';
import type { DevFile } from '../../start/home/dev-file.ts';
import { cpuUsOf, cpuUsOfTree, residentBytesOf } from '../measure.ts';
import { row } from '../table.ts';
import { callsOf, type ListCall } from './calls.ts';
import { fill } from './fill.ts';
import type { ListsLane } from './lanes.ts';

/** As in bench.yaml. */
const password = 'bench-password-of-a-scratch-system';
const warmUps = 3;
const callsOfRound = 10;

interface Cost {
  p50Ms: number;
  p99Ms: number;
  servicesUs: number;
  postgresUs: number | undefined;
}

/** Lanes of lists: every page as often, by one client after the other, on little and on much. */
export async function showLists(
  lanes: readonly ListsLane[],
  { dev, rounds, say }: { dev: DevFile; rounds: number; say: (line: string) => void },
): Promise<void> {
  const sql = createSql(dev.databaseUrl);
  try {
    const sessions = {
      root: await signIn(dev.baseUrl, 'root', password),
      bench: await signIn(dev.baseUrl, 'bench', password),
    };
    const costs = new Map<string, Cost[]>();
    for (const [index, lane] of lanes.entries()) {
      await fill(sql, sessions.root, lane, lanes[index - 1]);
      for (const call of await listCalls(sql)) {
        const name = `${call.list}, ${call.page}`;
        const cost = await measureCall(call, sessions[call.as], dev, rounds * callsOfRound);
        costs.set(name, [...(costs.get(name) ?? []), cost]);
      }
      say(`\nResident with ${lane.name}: ${describeSizes(dev)}`);
    }
    const columns = lanes.flatMap(({ name }) => [
      `${name}: p50 ms`,
      'p99 ms',
      'CPU ms: services',
      'PostgreSQL',
    ]);
    say('');
    say(row(['page', ...columns]));
    say(row(['---', ...columns.map(() => '---:')]));
    for (const [name, all] of costs) say(row([name, ...all.flatMap(describe)]));
  } finally {
    await sql.end();
  }
}

async function listCalls(sql: Sql): Promise<ListCall[]> {
  const halfWay = new Map<string, bigint>();
  for (const table of [
    'account.keys',
    'account.users',
    'account.redemptions',
    'account.audit',
    'media.task',
  ]) {
    const id = table === 'media.task' ? 'seq' : 'id';
    const [found] = await sql.query(`select (min(${id}) + max(${id})) / 2 as half from ${table}`);
    halfWay.set(table, BigInt(String(found?.half ?? 1)));
  }
  return callsOf((table) => halfWay.get(table) ?? 1n);
}

async function measureCall({ path }: ListCall, session: Session, dev: DevFile, calls: number): Promise<Cost> {
  for (let round = 0; round < warmUps; round += 1) await session.get(path);
  const before = cpuOf(dev);
  const times: number[] = [];
  for (let round = 0; round < calls; round += 1) {
    const began = performance.now();
    await session.get(path);
    times.push(performance.now() - began);
  }
  const after = cpuOf(dev);
  times.sort((one, other) => one - other);
  const at = (share: number): number => times[Math.floor(share * (times.length - 1))] ?? 0;
  return {
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    servicesUs: (after.services - before.services) / calls,
    postgresUs:
      after.postgres === undefined || before.postgres === undefined
        ? undefined
        : (after.postgres - before.postgres) / calls,
  };
}

const asked = ['ingress', 'account', 'ledger', 'media-api'] as const;

function cpuOf(dev: DevFile): { services: number; postgres: number | undefined } {
  const pids = asked.flatMap((name) => dev.services[name] ?? []).map(({ pid }) => pid);
  const postgres = dev.parts.postgres?.pid;
  return {
    services: pids.reduce((sum, pid) => sum + cpuUsOf(pid), 0),
    postgres: postgres === undefined ? undefined : cpuUsOfTree(postgres),
  };
}

function describe({ p50Ms, p99Ms, servicesUs, postgresUs }: Cost): string[] {
  const ms = (us: number | undefined): string => (us === undefined ? '' : (us / 1_000).toFixed(1));
  return [p50Ms.toFixed(1), p99Ms.toFixed(1), ms(servicesUs), ms(postgresUs)];
}

function describeSizes(dev: DevFile): string {
  const sizes = asked.flatMap((name) =>
    (dev.services[name] ?? []).map(
      ({ pid }) => `${name} ${(residentBytesOf(pid) / 1024 / 1024).toFixed(0)} MB`,
    ),
  );
  return sizes.join(', ');
}
