import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from '@headgate/runtime/testing/database';
import { freePort } from '@headgate/runtime/testing/free-port';
import { startTestNatsServer, type TestNatsServer } from '@headgate/runtime/testing/nats-server';
import { startTestRedisServer, type TestRedisServer } from '@headgate/runtime/testing/redis-server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { builtPages } from './built-pages.ts';
import { createMigratedDatabase, migrateAll } from './migrated-database.ts';
import { createServiceProcess, runProgram, type ServiceProcess } from './service-process.ts';
import { createSql } from './sql.ts';

/** The whole system as processes, each of which a test may kill, with a database and a broker of its own. */
export interface World {
  baseUrl: string;
  /** Where a gateway serves realtime sessions to ingresses. */
  httpUrlOf(gateway: string): string;
  /** The public address of a further ingress. */
  baseUrlOf(name: string): string;
  sandboxUrl: string;
  nats: TestNatsServer;
  /** The Valkey by which ingresses share limits, where the test wished for one. */
  redis: TestRedisServer | undefined;
  databaseUrl: string;
  ledgerAddress: string;
  mediaAddress: string;
  /** By name: `ingress`, `text-gateway`, `account`, `ledger`, `sandbox`; further replicas as `name-2`. */
  services: Map<string, ServiceProcess>;
  service(name: string): ServiceProcess;
  /** Where a gateway keeps the journals of its runs. */
  journalDir(gateway: string): string;
  /** Applies a configuration; gives what the command printed. */
  apply(yaml: string, flags?: readonly string[]): Promise<string>;
  /** Runs a query as the database's owner; int8 comes as bigint. */
  sql(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** What the sandbox has served. */
  served(): Promise<Served[]>;
  stop(): Promise<void>;
}

export interface Served {
  requestId: string | null;
  attempt: number | null;
  dialect: string;
  model: string;
  outcome: string;
  usage: { inputTokens: number; cachedTokens: number; outputTokens: number; reasoningTokens: number };
}

export interface WorldOptions {
  /** Environment of single services, by name, beyond what they need to run. */
  env?: Record<string, Record<string, string>>;
  textGateways?: number;
  /** Media workers, beside a media-api; without them tasks are not served. */
  mediaWorkers?: number;
  ledgers?: number;
  /**
   * How many, each of which knows every gateway; or those that know one gateway only: the gateway of each by its name,
   * `ingress-2` and so on.
   */
  ingresses?: number | Record<string, string>;
  /** The URL of an empty database of the test's own; without it a fresh one is made and dropped. */
  databaseUrl?: string;
  /** With a Valkey by which the ingresses share limits. */
  hasRedis?: boolean;
  /** With the console, whose pages are built before. */
  hasConsole?: boolean;
  /** Where the services find the database's server, when not where it is. */
  databasePort?: number;
}

export async function startWorld(
  config: string | undefined,
  {
    env = {},
    textGateways = 1,
    ledgers = 1,
    mediaWorkers = 0,
    ingresses = 1,
    databaseUrl,
    databasePort,
    hasConsole = false,
    hasRedis = false,
  }: WorldOptions = {},
): Promise<World> {
  const directory = mkdtempSync(join(tmpdir(), 'headgate-world-'));
  const [database, nats, redis] = await Promise.all([
    databaseUrl ? keepDatabase(databaseUrl) : createMigratedDatabase(),
    startTestNatsServer(),
    hasRedis ? startTestRedisServer() : undefined,
  ]);
  const services = new Map<string, ServiceProcess>();
  const gatewayNames = replicasOf('text-gateway', textGateways);
  const ledgerNames = replicasOf('ledger', ledgers);
  const ports = new Map<string, number>();
  const onlyGateways = typeof ingresses === 'number' ? {} : ingresses;
  const ingressNames = replicasOf('ingress', typeof ingresses === 'number' ? ingresses : 1);
  const media = mediaWorkers > 0 ? ['media-api', ...replicasOf('media-worker', mediaWorkers)] : [];
  const consoles = hasConsole ? ['console'] : [];
  const others = ['sandbox', 'account', ...media, ...consoles, ...Object.keys(onlyGateways)];
  for (const name of [...others, ...ingressNames, ...ledgerNames, ...gatewayNames])
    ports.set(name, await freePort());
  const httpPorts = new Map<string, number>();
  for (const name of [...gatewayNames, ...media.slice(0, 1)]) httpPorts.set(name, await freePort());
  const shared = sharedEnvironment(withPort(database.url, databasePort), nats, {
    account: targetOf(['account'], ports),
    ledger: targetOf(ledgerNames, ports),
    textGateway: targetOf(gatewayNames, ports),
    textGatewayHttp: listOf(gatewayNames, httpPorts),
    media: media.length > 0 ? targetOf(['media-api'], ports) : '127.0.0.1:1',
    mediaHttp: media.length > 0 ? listOf(['media-api'], httpPorts) : '127.0.0.1:1',
    consoleHttp: hasConsole ? listOf(consoles, ports) : '127.0.0.1:1',
  });
  if (hasConsole) shared.HEADGATE_CONSOLE_DIR = await builtPages();
  shared.HEADGATE_STORE_DIR = join(directory, 'store');
  shared.HEADGATE_PUBLIC_URL = `http://127.0.0.1:${ports.get('ingress')}`;

  for (const name of ports.keys()) {
    const own = ownEnvironment(name, directory, ports.get(name) ?? 0, httpPorts.get(name));
    const more = {
      ...(redis && name.startsWith('ingress') && { REDIS_URL: redis.url }),
      ...(env[name] ?? env[name.replace(/-\d+$/, '')]),
      ...onlyGateway(ports.get(onlyGateways[name] ?? ''), httpPorts.get(onlyGateways[name] ?? '')),
    };
    services.set(name, await createServiceProcess(name, { directory, env: { ...shared, ...own, ...more } }));
  }
  try {
    await Promise.all([...services.values()].map((service) => service.start()));
  } catch (error) {
    await Promise.all([...services.values()].map((service) => service.kill()));
    await Promise.all([nats.stop(), redis?.stop(), database.drop()]);
    throw error;
  }

  const sandboxUrl = `http://127.0.0.1:${ports.get('sandbox')}`;
  const sql = createSql(database.url);
  const world: World = {
    baseUrl: `http://127.0.0.1:${ports.get('ingress')}`,
    httpUrlOf: (gateway) => `http://127.0.0.1:${httpPorts.get(gateway)}`,
    baseUrlOf: (name) => `http://127.0.0.1:${ports.get(name)}`,
    sandboxUrl,
    nats,
    redis,
    databaseUrl: database.url,
    ledgerAddress: shared.HEADGATE_LEDGER_ADDRESS ?? '',
    mediaAddress: shared.HEADGATE_MEDIA_ADDRESS ?? '',
    services,
    service(name) {
      const found = services.get(name);
      if (!found) throw new Error(`There is no service ${name}`);
      return found;
    },
    journalDir: (gateway) => join(directory, gateway, 'journal'),
    async apply(yaml, flags = []) {
      const printed = await apply(yaml, flags, directory, { ...shared, HEADGATE_SANDBOX_URL: sandboxUrl });
      await Promise.all(gatewayNames.map((name) => awaitCatalog(world, name)));
      return printed;
    },
    sql: sql.query,
    async served() {
      const answer = await fetch(`${sandboxUrl}/log?after=0`);
      if (!answer.ok) throw new Error(`The sandbox has forgotten what it served: ${await answer.text()}`);
      return (await answer.json()) as Served[];
    },
    async stop() {
      await sql.end();
      await Promise.all([...services.values()].map((service) => service.kill()));
      await nats.stop();
      await redis?.stop();
      await database.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  if (config !== undefined) await world.apply(config);
  return world;
}

async function keepDatabase(url: string): Promise<TestDatabase> {
  await migrateAll(url);
  return { url, drop: async () => undefined };
}

function replicasOf(service: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => (index === 0 ? service : `${service}-${index + 1}`));
}

/** The gRPC target of all replicas. */
function targetOf(names: readonly string[], ports: ReadonlyMap<string, number>): string {
  return `ipv4:${listOf(names, ports)}`;
}

function listOf(names: readonly string[], ports: ReadonlyMap<string, number>): string {
  return names.map((name) => `127.0.0.1:${ports.get(name)}`).join(',');
}

function sharedEnvironment(
  databaseUrl: string,
  nats: TestNatsServer,
  targets: Record<
    'account' | 'ledger' | 'textGateway' | 'textGatewayHttp' | 'media' | 'mediaHttp' | 'consoleHttp',
    string
  >,
): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    NATS_URL: nats.url,
    HEADGATE_MASTER_KEY: randomBytes(32).toString('base64'),
    HEADGATE_ACCOUNT_ADDRESS: targets.account,
    HEADGATE_LEDGER_ADDRESS: targets.ledger,
    HEADGATE_TEXT_GATEWAY_ADDRESS: targets.textGateway,
    // `HEADGATE_TEST_TEXT_LINK=false npm test` runs everything over plain calls.
    HEADGATE_TEXT_LINK: process.env.HEADGATE_TEST_TEXT_LINK ?? 'true',
    HEADGATE_MEDIA_ADDRESS: targets.media,
    HEADGATE_MEDIA_HTTP_ADDRESS: targets.mediaHttp,
    HEADGATE_CONSOLE_HTTP_ADDRESS: targets.consoleHttp,
    HEADGATE_TEXT_GATEWAY_HTTP_ADDRESS: targets.textGatewayHttp,
    HEADGATE_CALLER_SECRET: randomBytes(32).toString('base64'),
  };
}

function withPort(url: string, port: number | undefined): string {
  const changed = new URL(url);
  if (port !== undefined) changed.host = `127.0.0.1:${port}`;
  return changed.href;
}

function ownEnvironment(
  name: string,
  directory: string,
  port: number,
  httpPort?: number,
): Record<string, string> {
  const isHttp = name.startsWith('ingress') || name === 'sandbox' || name === 'console';
  return {
    [isHttp ? 'HEADGATE_HTTP_PORT' : 'HEADGATE_RPC_PORT']: String(port),
    ...(httpPort !== undefined && { HEADGATE_HTTP_PORT: String(httpPort) }),
    ...(name.startsWith('text-gateway') && { HEADGATE_JOURNAL_DIR: join(directory, name, 'journal') }),
  };
}

function onlyGateway(port: number | undefined, httpPort: number | undefined): Record<string, string> {
  if (port === undefined) return {};
  return {
    HEADGATE_TEXT_GATEWAY_ADDRESS: `127.0.0.1:${port}`,
    HEADGATE_TEXT_GATEWAY_HTTP_ADDRESS: `127.0.0.1:${httpPort}`,
  };
}

/** Waits until a gateway works with the newest catalog. */
async function awaitCatalog(world: World, name: string): Promise<void> {
  const [newest] = await world.sql('select max(catalog_version) as version from account.versions');
  await waitFor(
    async () =>
      (await readMetric(world.service(name), 'headgate_text_catalog_version')) >= Number(newest?.version),
    `${name} has the newest catalog`,
  );
}

/** Sums the samples of one metric of a service, whatever their labels. */
export async function readMetric(
  { operationsUrl }: Pick<ServiceProcess, 'operationsUrl'>,
  name: string,
): Promise<number> {
  const text = await (await fetch(`${operationsUrl}/metrics`)).text();
  const samples = text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return samples.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

async function apply(
  yaml: string,
  flags: readonly string[],
  directory: string,
  env: Record<string, string>,
): Promise<string> {
  const file = join(directory, 'headgate.yaml');
  writeFileSync(file, yaml);
  return runProgram('headgate', { args: ['apply', file, ...flags], env });
}
