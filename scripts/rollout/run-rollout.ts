import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase, type TestDatabase } from '@headgate/runtime/testing/database';
import { wait } from '@headgate/runtime/wait';
import { builtPrograms } from '../e2e/testing/built-programs.ts';
import { createMigratedDatabase, migrateAll } from '../e2e/testing/migrated-database.ts';
import { inherited } from '../e2e/testing/service-process.ts';
import { checkBooks } from './check.ts';
import type { Replaced } from './cluster/deployment.ts';
import type { StopTimes } from './cluster/environment.ts';
import type { RolledService } from './cluster/services.ts';
import { type Cluster, startCluster } from './cluster/start-cluster.ts';
import { configuration } from './configuration.ts';
import { type LoadPlan, startLoad } from './load/start-load.ts';
import type { Tally } from './load/tally.ts';
import { measureAdded } from './measure-added.ts';
import { bundleOlder } from './older-programs.ts';
import { findBadLines, type RolloutTable } from './table.ts';

export interface RolloutOptions {
  haproxy: string;
  services: readonly RolledService[];
  /** How often each is restarted. */
  rounds: number;
  /** All of them at once, as when a release is applied as a whole; otherwise one after the other. */
  areTogether: boolean;
  load: LoadPlan;
  hasTls: boolean;
  /** Whose programs the pods begin with; those of the working tree by default. */
  from?: string;
  times: StopTimes;
  minReadyMs: number;
  film: Film;
  say(line: string): void;
}

/** Films are large and slow, so that downloads are open while media-api stops. */
export interface Film {
  makingMs: number;
  bytes: number;
  bytesPerSecond: number;
}

export interface RolloutResult {
  table: RolloutTable;
  /** What must never be; empty when all is well. */
  violations: string[];
  elapsedMs: number;
}

/** Restarts every service in the production shape under load, and says what clients and books came to. */
export async function runRollout(options: RolloutOptions): Promise<RolloutResult> {
  const { haproxy, hasTls, from, times, minReadyMs, film } = options;
  const begunAt = performance.now();
  const directory = mkdtempSync(join(tmpdir(), 'headgate-rollout-'));
  let cluster: Cluster | undefined;
  try {
    const older = from === undefined ? undefined : await bundleOlder(from, directory);
    cluster = await startCluster({
      directory,
      haproxy,
      database: older === undefined ? await createMigratedDatabase() : await migratedBy(older),
      ...(older !== undefined && { programs: older }),
      hasTls,
      times,
      minReadyMs,
      configuration,
      env: { sandbox: { HEADGATE_SANDBOX_MEDIA_MS: String(film.makingMs) } },
    });
    await slowDown(cluster, film);
    if (older !== undefined) await migrateTo(cluster);
    const result = await rollAndCheck(cluster, options);
    return { ...result, elapsedMs: performance.now() - begunAt };
  } finally {
    await cluster?.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function slowDown({ sandboxUrl }: Cluster, { bytes, bytesPerSecond }: Film): Promise<void> {
  const fault = { kind: 'paced', on: 'content', bytes, bytesPerSecond };
  const answer = await fetch(`${sandboxUrl}/media/faults`, { method: 'POST', body: JSON.stringify(fault) });
  if (!answer.ok) throw new Error(`films are not slow: ${await answer.text()}`);
}

/** A database as an older version makes it. */
async function migratedBy(programs: string): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await promisify(execFile)(process.execPath, [join(programs, 'migrate.js')], {
    env: { ...inherited(), DATABASE_URL: database.url },
  });
  return database;
}

/** As before a release: the tables become the new version's while the pods are still the old one's. */
async function migrateTo(cluster: Cluster): Promise<void> {
  await migrateAll(cluster.databaseUrl);
  cluster.use(await builtPrograms());
}

/** Between two services: what was opened to one shall be open while the next is restarted. */
const settleMs = 1_000;

async function rollAndCheck(
  cluster: Cluster,
  { services, rounds, areTogether, load: plan, say }: RolloutOptions,
): Promise<Omit<RolloutResult, 'elapsedMs'>> {
  const load = startLoad(cluster.baseUrl, plan);
  const replaced: Replaced[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    for (const group of areTogether ? [services] : services.map((service) => [service])) {
      await wait(settleMs);
      const rolled = await Promise.all(group.map((service) => cluster.deployment(service).roll()));
      replaced.push(...rolled.flat());
      say(`round ${round}, ${group.join(', ')}: ${sayCuts(load.tally)}`);
    }
  }
  const added = await measureAdded(cluster);
  await load.stop();
  say('traffic has stopped; the books are being closed');
  const ends = await cluster.deployment('text-gateway').stop();
  const { books, problems } = await checkBooks(cluster);
  const table = { tally: load.tally, replaced, added, ...books };
  const { troubles } = load.tally;
  return {
    table,
    violations: [
      ...findBadLines(table),
      ...ends.flatMap(({ exitCode }) => (exitCode === 0 ? [] : [`a gateway ended with ${exitCode}`])),
      ...problems,
      ...[...troubles].map(([what, count]) => `${count} x ${what}`),
    ],
  };
}

function sayCuts({ streamsCut, sessionsCut, requestsFailed }: Tally): string {
  return `streams cut ${streamsCut}, sessions cut ${sessionsCut}, requests failed ${requestsFailed}`;
}
