import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plain, readSecurity, type Security } from '@headgate/runtime/security/security';
import { createTestAuthority } from '@headgate/runtime/testing/certificates';
import type { TestDatabase } from '@headgate/runtime/testing/database';
import { startTestNatsServer, type TestNatsServer } from '@headgate/runtime/testing/nats-server';
import { startTestRedisServer, whyNoRedisServer } from '@headgate/runtime/testing/redis-server';
import { builtPages } from '../../e2e/testing/built-pages.ts';
import { builtPrograms } from '../../e2e/testing/built-programs.ts';
import { runProgram } from '../../e2e/testing/service-process.ts';
import { createSql, type Sql } from '../../e2e/testing/sql.ts';
import type { Served } from '../../e2e/testing/world.ts';
import { createAddresses } from './addresses.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { createDeployment, type Deployment } from './deployment.ts';
import { createEnvironment, type StopTimes } from './environment.ts';
import { type Listing, startListing } from './listing.ts';
import { type Pod, startPod } from './pod.ts';
import { nameOf, ports, type RolledService, replicas, rolledServices } from './services.ts';

/** The production shape on one machine. */
export interface Cluster {
  /** Of the balancer. */
  baseUrl: string;
  nats: TestNatsServer;
  databaseUrl: string;
  sandboxUrl: string;
  listing: Listing;
  ledgerAddress: string;
  /** Of who asks the services themselves. */
  security: Security;
  deployments: ReadonlyMap<RolledService, Deployment>;
  deployment(service: RolledService): Deployment;
  /** Further pods run these programs. */
  use(programs: string): void;
  sql: Sql['query'];
  /** What the sandbox has served. */
  served(): Promise<Served[]>;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  directory: string;
  haproxy: string;
  database: TestDatabase;
  /** Where the first programs lie; those of the working tree by default. */
  programs?: string;
  hasTls: boolean;
  times: StopTimes;
  minReadyMs: number;
  configuration: string;
  /** Of single services, beyond what they need to run. */
  env?: Partial<Record<string, Record<string, string>>>;
}

/** Beyond the pause and the grace: for what follows when nothing is open any more. */
const terminationMarginMs = 60_000;

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { directory, haproxy, database, hasTls, times, minReadyMs, env = {} } = options;
  let programs = options.programs ?? (await builtPrograms());
  const addresses = createAddresses();
  const [nats, listing, redis] = await Promise.all([
    startTestNatsServer(),
    startListing(),
    whyNoRedisServer() === undefined ? startTestRedisServer() : undefined,
  ]);
  const certificatesDir = hasTls ? await issueCertificates(join(directory, 'certificates')) : undefined;
  const environment = createEnvironment({
    nameServer: listing.server,
    databaseUrl: database.url,
    natsUrl: nats.url,
    ...(redis && { redisUrl: redis.url }),
    storeDir: join(directory, 'store'),
    pagesDir: await builtPages(),
    ...(certificatesDir !== undefined && { certificatesDir }),
    times,
  });
  let started = 0;
  const start = (service: string): Pod => {
    started += 1;
    return startPod({
      name: `${service}-${started}`,
      service,
      address: addresses.next(),
      programs,
      env: { ...environment(service), ...env[service] },
      directory,
      terminationMs: times.pauseMs + times.graceMs + terminationMarginMs,
    });
  };
  const sandbox = start('sandbox');
  const deployments = new Map<RolledService, Deployment>(
    rolledServices.map((service) => [
      service,
      createDeployment({ service, start: () => start(service), listing, minReadyMs }),
    ]),
  );
  const sql = createSql(database.url);
  let balancer: Balancer | undefined;
  async function stop(): Promise<void> {
    await balancer?.stop();
    await Promise.all([...deployments.values()].map((deployment) => deployment.kill()));
    await sandbox.kill();
    await listing.stop();
    await sql.end();
    await Promise.all([nats.stop(), redis?.stop(), database.drop()]);
  }

  try {
    await sandbox.becomeReady();
    const sandboxUrl = `http://${sandbox.address}:${ports.http}`;
    await Promise.all(
      rolledServices.flatMap((service) =>
        Array.from({ length: replicas[service] }, () => deployments.get(service)?.add()),
      ),
    );
    await apply(options.configuration, directory, {
      ...environment('account'),
      HEADGATE_SANDBOX_URL: sandboxUrl,
    });
    balancer = await startBalancer(haproxy, { directory, nameServer: listing.server });
    return {
      baseUrl: balancer.url,
      nats,
      databaseUrl: database.url,
      sandboxUrl,
      listing,
      ledgerAddress: environment('ledger').HEADGATE_LEDGER_ADDRESS ?? '',
      security:
        certificatesDir === undefined
          ? plain
          : readSecurity({ HEADGATE_TLS_DIR: join(certificatesDir, 'ingress') }),
      deployments,
      deployment(service) {
        const found = deployments.get(service);
        if (!found) throw new Error(`There is no deployment ${service}`);
        return found;
      },
      use(folder) {
        programs = folder;
      },
      sql: sql.query,
      async served() {
        const answer = await fetch(`${sandboxUrl}/log?after=0`);
        if (!answer.ok) throw new Error(`The sandbox has forgotten what it served: ${await answer.text()}`);
        return (await answer.json()) as Served[];
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function issueCertificates(directory: string): Promise<string> {
  const authority = await createTestAuthority();
  for (const service of [...rolledServices, 'sandbox'])
    await authority.issue(join(directory, service), nameOf(service));
  return directory;
}

async function apply(yaml: string, directory: string, env: Record<string, string>): Promise<void> {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'headgate.yaml');
  writeFileSync(file, yaml);
  await runProgram('headgate', { args: ['apply', file], env });
}
