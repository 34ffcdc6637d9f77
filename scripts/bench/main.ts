/**
 * `npm run bench`: what the governed path costs (key, limits, hold, journal, close, metrics, log line), beside
 * the raw upstream. Ratios of one run and CPU time per unit of work are what to compare; see README.md.
 */
import { join } from 'node:path';
import { findValkey } from '../parts/valkey/find-valkey.ts';
import { openHome } from '../start/home/home.ts';
import { findFreePort } from '../start/plan/ports.ts';
import { repository } from '../start/repository.ts';
import { startSystem, type TestSystem } from '../start/testing/start-system.ts';
import { findHome } from '../toolchain/find-home.mjs';
import { cells } from './cells.ts';
import { closesLanes } from './closes/lanes.ts';
import { showCloses } from './closes/show-closes.ts';
import { keys } from './keys.ts';
import { lanes, targetLanes } from './lanes.ts';
import { startFilmVendor } from './large-files/film-vendor.ts';
import { largeFilesLanes } from './large-files/lanes.ts';
import { showLargeFiles } from './large-files/show-large-files.ts';
import { limitsLanes } from './limits/lanes.ts';
import { showLimits } from './limits/show-limits.ts';
import { listsLanes } from './lists/lanes.ts';
import { showLists } from './lists/show-lists.ts';
import type { Job } from './load.ts';
import { type Measured, measure, residentBytesOf, type Watched } from './measure.ts';
import { openStreamsLanes, stallLanes } from './memory/lanes.ts';
import { showMemory } from './memory/show-memory.ts';
import type { Peer } from './peer/peer.ts';
import { startBarePair } from './peer/start-bare-pair.ts';
import { startPortkey } from './peer/start-portkey.ts';
import { cores, pin } from './pin.ts';
import { pollLagLanes } from './poll-lag/lanes.ts';
import { showPollLag } from './poll-lag/show-poll-lag.ts';
import { readArguments } from './read-arguments.ts';
import { showScale } from './scale/show-scale.ts';
import { showCells } from './show-cells.ts';
import { showLanes } from './show-lanes.ts';
import { showSoak } from './soak/show-soak.ts';
import { startLanes } from './start/lanes.ts';
import { showStart } from './start/show-start.ts';
import { startUpstream, type Upstream } from './start-upstream.ts';

const seconds = Number(process.env.HEADGATE_BENCH_SECONDS ?? 3);
const rounds = Number(process.env.HEADGATE_BENCH_ROUNDS ?? 5);
const { words: filters, peer: peerName } = readArguments(process.argv.slice(2));

const startPeer = { portkey: startPortkey, bare: startBarePair };

function watch({ dev }: TestSystem): Watched {
  const names = ['ingress', 'text-gateway', 'ledger'] as const;
  return new Map(names.map((name) => [name, dev.services[name]?.[0]?.pid ?? 0]));
}

/** Beside a peer and without words, the lanes of the targets alone: nothing else has anything to say of it. */
function isChosen(one: { name: string }): boolean {
  if (peerName && filters.length === 0) return Object.values<object>(targetLanes).includes(one);
  return filters.every((filter) => one.name.includes(filter));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function run(system: TestSystem, upstream: Upstream, peer: Peer | undefined): Promise<void> {
  const watched = watch(system);
  for (const pid of watched.values()) pin(pid, cores.gateway);
  const { baseUrl } = system.dev;
  const chosenLanes = lanes.filter(isChosen);
  if (chosenLanes.length > 0) {
    say(`Resident at rest: ${describeSizes(watched)}`);
    const upstreamUrl = upstream.url;
    await showLanes(chosenLanes, { system, upstreamUrl, watched, peer, rounds, seconds, say });
  }
  const chosenCells = cells.filter(isChosen);
  if (chosenCells.length > 0) {
    const load = (job: Job): Promise<Measured> => measure(job, watched, cores.outside);
    await showCells(chosenCells, { baseUrl, key: keys.governed, filters, load, say });
  }
  const chosenClosesLanes = closesLanes.filter(isChosen);
  if (chosenClosesLanes.length > 0) await showCloses(chosenClosesLanes, { dev: system.dev, rounds, say });
  const chosenPollLagLanes = pollLagLanes.filter(isChosen);
  if (chosenPollLagLanes.length > 0) await showPollLag(chosenPollLagLanes, { dev: system.dev, say });
  const chosenLargeFilesLanes = largeFilesLanes.filter(isChosen);
  if (chosenLargeFilesLanes.length > 0) await showLargeFiles(chosenLargeFilesLanes, { dev: system.dev, say });
  const chosenListsLanes = listsLanes.filter(isChosen);
  if (chosenListsLanes.length > 0) await showLists(chosenListsLanes, { dev: system.dev, rounds, say });
  say(`\nResident after all lanes: ${describeSizes(watched)}`);
}

function describeSizes(watched: Watched): string {
  const megabytes = (pid: number): string => (residentBytesOf(pid) / 1024 / 1024).toFixed(0);
  return [...watched].map(([name, pid]) => `${name} ${megabytes(pid)} MB`).join(', ');
}

const chosenLimitsLanes = limitsLanes.filter(isChosen);
if (chosenLimitsLanes.length > 0) {
  const home = openHome(findHome(process.env, repository));
  const { signal } = new AbortController();
  process.env.HEADGATE_REDIS_SERVER = await findValkey(home, { env: process.env, say, signal });
  await showLimits(chosenLimitsLanes, { rounds, say });
}
// An hour, for whoever asks for it by its name.
if (filters.includes('soak')) {
  const minutes = Number(process.env.HEADGATE_BENCH_SOAK_MINUTES ?? 60);
  await showSoak({ minutes, say });
}
// So do these: they fill two systems with a million keys, and a third with ten million rows.
if (filters.includes('scale')) await showScale(isChosen, { rounds, seconds, say });
const memoryLanes = { openStreams: openStreamsLanes.filter(isChosen), stalls: stallLanes.filter(isChosen) };
if (Object.values(memoryLanes).some((chosen) => chosen.length > 0)) await showMemory(memoryLanes, say);
for (const lane of startLanes.filter(isChosen)) await showStart(lane, say);
const needsSystem = [lanes, cells, closesLanes, pollLagLanes, largeFilesLanes, listsLanes].some((list) =>
  list.some(isChosen),
);
if (!needsSystem) process.exit();

const filmVendor = await startFilmVendor();
const upstreamPort = await findFreePort();
const system = await startSystem({
  config: join(import.meta.dirname, 'bench.yaml'),
  replicas: 'media-worker=4',
  env: {
    HEADGATE_BENCH_FILMS_URL: filmVendor.url,
    HEADGATE_BENCH_UPSTREAM_URL: `http://127.0.0.1:${upstreamPort}`,
    HEADGATE_ARCHIVE_RESULTS: 'true',
    // Longer than a run, so that a limit's count is of all that was asked.
    HEADGATE_LIMIT_WINDOW_MS: String(24 * 60 * 60 * 1_000),
  },
});
const stops: (() => Promise<unknown> | unknown)[] = [filmVendor.stop, system.stop];
try {
  const upstream = await startUpstream(upstreamPort, system.dev.sandboxUrl);
  stops.push(upstream.stop);
  const peer = peerName && (await startPeer[peerName](upstream.url));
  if (peer) stops.push(peer.stop);
  await run(system, upstream, peer);
} finally {
  for (const stop of stops.reverse()) await stop();
}
process.exit();
