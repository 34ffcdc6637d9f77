import { join } from 'node:path';
import { type Session, signIn } from '../../e2e/testing/session.ts';
import { createSql, type Sql } from '../../e2e/testing/sql.ts';
import type { DevFile } from '../../start/home/dev-file.ts';
import { findFreePort } from '../../start/plan/ports.ts';
import { startSystem } from '../../start/testing/start-system.ts';
import { cpuUsOfTree, type Measured, measure, type Watched } from '../measure.ts';
import { cores, pin } from '../pin.ts';
import { startUpstream } from '../start-upstream.ts';

/** A running system that is measured beside another. */
export interface Side {
  dev: DevFile;
  sql: Sql;
  root: Session;
  watched: Watched;
  /** Where its channels go. */
  upstreamUrl: string;
  stop(): Promise<void>;
}

/** As in bench.yaml. */
const password = 'bench-password-of-a-scratch-system';
export const governedKey = 'sk-governedgovernedgovernedgovernedgoverned';
/** Nobody asks for films that are large here. */
const nowhere = 'http://127.0.0.1:9';
const watchedNames = ['ingress', 'text-gateway', 'ledger', 'account'] as const;

interface SideOptions {
  /** As --replicas has it. */
  replicas?: string;
  env?: NodeJS.ProcessEnv;
}

/** Starts a system with bench.yaml, ingress, text-gateway and ledger on the gateway's core. */
export async function startSide({ replicas, env }: SideOptions = {}): Promise<Side> {
  const upstreamPort = await findFreePort();
  const upstreamUrl = `http://127.0.0.1:${upstreamPort}`;
  const system = await startSystem({
    config: join(import.meta.dirname, '..', 'bench.yaml'),
    ...(replicas !== undefined && { replicas }),
    env: { HEADGATE_BENCH_FILMS_URL: nowhere, HEADGATE_BENCH_UPSTREAM_URL: upstreamUrl, ...env },
  });
  const { dev } = system;
  const pidOf = (name: (typeof watchedNames)[number]): number => dev.services[name]?.[0]?.pid ?? 0;
  for (const name of ['ingress', 'text-gateway', 'ledger'] as const) pin(pidOf(name), cores.gateway);
  const upstream = await startUpstream(upstreamPort, dev.sandboxUrl);
  const sql = createSql(dev.databaseUrl);
  return {
    dev,
    sql,
    root: await signIn(dev.baseUrl, 'root', password),
    watched: new Map(watchedNames.map((name) => [name, pidOf(name)])),
    upstreamUrl,
    async stop() {
      upstream.stop();
      await sql.end();
      await system.stop();
    },
  };
}

const kilobyte = 'lorem ipsum '.repeat(75);

export interface Turns {
  key: string;
  model: string;
  firstKey?: number;
  keys?: number;
  models?: number;
}

/** One round of 1 KB requests that are answered whole; what PostgreSQL spends is counted as well. */
export async function loadSide(
  { dev, watched }: Side,
  { key, model, firstKey = 0, keys = 1, models = 1 }: Turns,
  seconds: number,
): Promise<Measured> {
  const postgres = dev.parts.postgres?.pid;
  const before = postgres === undefined ? 0 : cpuUsOfTree(postgres);
  const measured = await measure(
    {
      url: `${dev.baseUrl}/v1/chat/completions`,
      key,
      body: JSON.stringify({ model, stream: false, messages: [{ role: 'user', content: kilobyte }] }),
      turns: { firstKey, keys, models },
      concurrency: 32,
      rate: 0,
      expectedStatus: 200,
      seconds,
    },
    watched,
    cores.outside,
  );
  if (measured.failures > 0)
    throw new Error(`${measured.failures} of ${measured.requests} were not answered 200`);
  if (postgres !== undefined) measured.cpuUs.set('PostgreSQL', cpuUsOfTree(postgres) - before);
  return measured;
}
