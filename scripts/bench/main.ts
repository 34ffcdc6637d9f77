/**
 * `npm run bench`: what the governed path costs (key, limits, hold, journal, close, metrics, log line), beside
 * the raw upstream. Ratios of one run and CPU time per unit of work are what to compare; see README.md.
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { startSystem, type TestSystem } from '../start/testing/start-system.ts';
import { measure, residentBytesOf, type Watched } from './measure.ts';
import { openStreams } from './open-streams.ts';

const seconds = Number(process.env.HEADGATE_BENCH_SECONDS ?? 4);
const rounds = Number(process.env.HEADGATE_BENCH_ROUNDS ?? 3);
const gatewayCore = 0;
const loadCore = availableParallelism() > 1 ? 1 : 0;

interface Lane {
  name: string;
  content: string;
  stream: boolean;
  concurrency: number;
  rate: number;
}

const text = (bytes: number): string => 'lorem ipsum '.repeat(Math.ceil(bytes / 12)).slice(0, bytes);
const lanes: readonly Lane[] = [
  { name: '1 KB, whole, 32 at a time', content: text(900), stream: false, concurrency: 32, rate: 0 },
  { name: '64 KB, whole, 32 at a time', content: text(64_000), stream: false, concurrency: 32, rate: 0 },
  { name: '1 KB, whole, 300 a second', content: text(900), stream: false, concurrency: 64, rate: 300 },
  {
    name: '200 events at once, 16 streams',
    content: '[[chunks=200]]',
    stream: true,
    concurrency: 16,
    rate: 0,
  },
  {
    name: '200 events, 5 ms apart, 20 streams',
    content: '[[chunks=200 delay=5]]',
    stream: true,
    concurrency: 20,
    rate: 0,
  },
];

function pin(watched: Watched): void {
  for (const pid of watched.values())
    execFileSync('taskset', ['-a', '-p', '-c', String(gatewayCore), String(pid)]);
}

function watch(system: TestSystem): Watched {
  const names = ['ingress', 'text-gateway', 'ledger'] as const;
  return new Map(names.map((name) => [name, system.dev.services[name]?.[0]?.pid ?? 0]));
}

function show(cells: readonly (string | number)[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

async function run(system: TestSystem): Promise<void> {
  const watched = watch(system);
  pin(watched);
  const { baseUrl, apiKey, sandboxUrl } = system.dev;
  const governed = { url: `${baseUrl}/v1/chat/completions`, key: apiKey ?? '' };
  const raw = { url: `${sandboxUrl}/v1/chat/completions`, key: 'any' };
  show([
    'lane',
    'path',
    'per second',
    'p50 ms',
    'p99 ms',
    'CPU us: ingress',
    'text-gateway',
    'ledger',
    'of',
    'failed',
  ]);
  show(['---', '---', '---:', '---:', '---:', '---:', '---:', '---:', '---', '---:']);
  for (const { name, content, stream, concurrency, rate } of lanes) {
    const body = JSON.stringify({ model: 'gpt-4o-mini', stream, messages: [{ role: 'user', content }] });
    const job = { body, concurrency, seconds, rate };
    await measure({ ...governed, ...job, seconds: 2 }, watched, loadCore);
    for (let round = 0; round < rounds; round += 1) {
      for (const [path, target] of Object.entries({ raw, governed })) {
        const measured = await measure({ ...target, ...job }, watched, loadCore);
        const units = stream ? measured.events : measured.requests;
        const cpu = [...measured.cpuUs.values()].map((us) => (path === 'raw' ? '' : (us / units).toFixed(1)));
        show([
          name,
          path,
          ((units * 1_000) / measured.elapsedMs).toFixed(0),
          measured.p50Ms.toFixed(2),
          measured.p99Ms.toFixed(2),
          ...cpu,
          stream ? 'events' : 'requests',
          measured.failures,
        ]);
      }
    }
  }
  await showOpenStreams(governed, watched);
}

const streams = 1_000;

async function showOpenStreams(target: { url: string; key: string }, watched: Watched): Promise<void> {
  const sizes = (): number[] => [...watched.values()].map(residentBytesOf);
  const before = sizes();
  const close = await openStreams(target, streams);
  const grown = sizes().map((bytes, index) => (bytes - (before[index] ?? 0)) / 1024 / streams);
  const each = [...watched.keys()].map((name, index) => `${name} ${grown[index]?.toFixed(1)} KB`);
  process.stdout.write(`\n${streams} open streams, resident memory per stream: ${each.join(', ')}\n`);
  const resident = [...watched].map(
    ([name, pid]) => `${name} ${(residentBytesOf(pid) / 1024 / 1024).toFixed(0)} MB`,
  );
  process.stdout.write(`Resident in all: ${resident.join(', ')}\n`);
  close();
}

const system = await startSystem();
try {
  await run(system);
} finally {
  await system.stop();
}
process.exit();
