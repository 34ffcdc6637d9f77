/** Builds the image and runs everything of compose.yaml from it. The argument is a folder of this run alone. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '@headgate/runtime/testing/database';
import { startTestNatsServer } from '@headgate/runtime/testing/nats-server';
import { startTestRedisServer, whyNoRedisServer } from '@headgate/runtime/testing/redis-server';
import { openHome } from '../start/home/home.ts';
import { repository } from '../start/repository.ts';
import { say } from '../start/say.ts';
import { findHome } from '../toolchain/find-home.mjs';
import { askSystem } from './ask-system.ts';
import { bringTools } from './bring-tools.ts';
import { buildImage } from './build-image.ts';
import { openBuildah } from './buildah.ts';
import type { ImageProcess } from './image-process.ts';
import { planSystem } from './image-system.ts';
import { makeBase } from './make-base.ts';
import { readCompose, servicesOf } from './read-compose.ts';

const [directory = ''] = process.argv.slice(2);
/** Production, and the sandbox that answers like vendors. */
const target = 'development';
const stopping = new AbortController();
process.once('SIGTERM', () => stopping.abort());
const steps = { say, signal: stopping.signal };
const home = openHome(findHome(process.env, repository));
const folder = join(home.path, 'image');
mkdirSync(folder, { recursive: true });

const tools = await bringTools(home.partsDir, steps);
const buildah = await openBuildah(tools, folder, stopping.signal);
// What a run that was cut short has left.
await buildah('rm', '--all');
const base = await makeBase(buildah, { tools, folder, ...steps });
say(`Building ${target} of deploy/Dockerfile on ${base}`);
const image = await buildImage(buildah, base, target);
say(`Built ${image.name}: ${image.size}, uncompressed`);

const secret = (): string => randomBytes(32).toString('base64');
const key = `sk-${randomBytes(24).toString('hex')}`;
const variables = {
  POSTGRES_PASSWORD: 'unused',
  NATS_PASSWORD: 'unused',
  VALKEY_PASSWORD: 'unused',
  GRAFANA_PASSWORD: 'unused',
  HEADGATE_MASTER_KEY: secret(),
  HEADGATE_CALLER_SECRET: secret(),
  HEADGATE_DEMO_KEY: key,
  HEADGATE_DEMO_PASSWORD: secret(),
};
const all = [...servicesOf(readCompose(variables))].filter(([, service]) =>
  service.image.startsWith('headgate:'),
);
const services = new Map(all);
const [database, nats] = await Promise.all([createTestDatabase(), startTestNatsServer()]);
const whyNoRedis = whyNoRedisServer();
const redis = whyNoRedis === undefined ? await startTestRedisServer() : undefined;
if (whyNoRedis !== undefined) say(`Without a Valkey: ${whyNoRedis}`);
const given = { DATABASE_URL: database.url, NATS_URL: nats.url, REDIS_URL: redis?.url ?? '' };
const system = planSystem({ image, services, given, directory });
const running: ImageProcess[] = [];
/** What applying a configuration takes, and what knows it from its start then. */
const [first, others] = [
  ['sandbox', 'ledger', 'account'],
  ['text-gateway-0', 'text-gateway-1', 'media-worker', 'media-api', 'console', 'ingress'],
];

try {
  await runToItsEnd('migrate');
  await Promise.all(first.map(startAndWait));
  await runToItsEnd('apply');
  await Promise.all(others.map(startAndWait));
  for (const line of await askSystem(system.urlOf('ingress', 8080), key)) say(`  ${line}`);
  for (const { name, stop } of [...running].reverse()) {
    const { ending, tookMs } = await stop();
    say(`  ${name} stopped with ${ending} after ${tookMs} ms`);
    if (ending !== 0) throw new Error(`${name} ended with ${ending}`);
  }
  say(`All ${running.length} processes of ${image.name} started, answered and stopped.`);
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  for (const name of services.keys()) for (const line of complaintsOf(name)) say(`  ${name}: ${line}`);
  process.exitCode = 1;
} finally {
  for (const { kill } of running) kill();
  await Promise.all([nats.stop(), redis?.stop()]);
  await database.drop();
  await buildah('rm', '--all');
  await buildah('rmi', '--prune', '--force');
}

/** The newest warnings and errors in a log. */
function complaintsOf(name: string): string[] {
  const file = join(directory, `${name}.log`);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .filter((line) => /"level":"(?:warn|error|fatal)"|"level":[456]0/.test(line))
    .slice(-3)
    .map((line) => line.slice(0, 400));
}

async function runToItsEnd(name: string): Promise<void> {
  const ending = await system.start(name).ended();
  const log = readFileSync(join(directory, `${name}.log`), 'utf8').trim();
  if (ending !== 0) throw new Error(`${name} ended with ${ending}:\n${log}`);
  say(`  ${name} ended with 0: ${log.split('\n').length} lines`);
}

async function startAndWait(name: string): Promise<void> {
  const started = system.start(name);
  running.push(started);
  const readyMs = await started.awaitReady(system.urlOf(name, 9100));
  const [uid, capabilities, memory] = ['Uid', 'CapEff', 'VmRSS'].map(started.status);
  if (uid !== image.config.user.replace(/(\d+):.*/, '$1\t$1\t$1\t$1') || !/^0+$/.test(capabilities ?? ''))
    throw new Error(`${name} runs as ${uid} with the capabilities ${capabilities}`);
  if (!started.hasReadOnlyRoot()) throw new Error(`${name} can write to its root`);
  say(`  ${name} ready after ${readyMs} ms: uid ${uid?.split('\t')[0]}, no capabilities, ${memory}`);
}
