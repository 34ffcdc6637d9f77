import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { wait } from '@headgate/runtime/wait';
import { startTestPostgres } from '../e2e/testing/test-postgres.ts';
import { startWorld, type World } from '../e2e/testing/world.ts';
import { checkEverything, type Findings } from './check.ts';
import { configurationAfter } from './configuration.ts';
import { startLoad } from './load.ts';
import { seededRandom } from './random.ts';
import { type Strike, strike, strikes, type Target } from './strikes.ts';

export interface ChaosOptions {
  /** Everything is struck once in turn; after that at random until so long has passed. */
  forMs: number;
  seed: number;
  clients: number;
  say(line: string): void;
}

export interface ChaosResult extends Findings {
  /** How often each strike was made. */
  struck: Map<string, number>;
  elapsedMs: number;
}

const gateways = ['text-gateway', 'text-gateway-2'];

/** Scaled down alike, and far above how long anything is broken: nothing may be reclaimed. */
const env = {
  'text-gateway': {
    HEADGATE_HEARTBEAT_MS: '500',
    HEADGATE_RESEND_AFTER_MS: '3000',
    HEADGATE_SLICE_IDLE_MS: '1000',
    HEADGATE_ABANDONED_DRAIN_MS: '500',
  },
  ledger: { HEADGATE_STREAM_CHECK_MS: '500', HEADGATE_TAKE_OVER_MS: '500' },
};
/** Rather often than long: what breaks is found at the edges. */
const brokenMs = 1_500;
const wholeMs = 1_000;

/** Runs the whole system under load, kills its processes, and says what the books look like when all is quiet. */
export async function runChaos({ forMs, seed, clients, say }: ChaosOptions): Promise<ChaosResult> {
  const random = seededRandom(seed);
  const directory = mkdtempSync(join(tmpdir(), 'headgate-chaos-'));
  const postgres = await startTestPostgres(directory);
  let world: World | undefined;
  try {
    world = await startWorld(configurationAfter(0), { env, textGateways: 2, databaseUrl: postgres.url });
    const target: Target = { world, postgres, topUps: 0 };
    const begunAt = Date.now();
    const struck = new Map<string, number>();
    const ended: string[] = [];
    const load = startLoad(world.baseUrl, { clients, random: seededRandom(seed + 1) });
    const make = async (chosen: Strike): Promise<void> => {
      say(`${Math.round((Date.now() - begunAt) / 1_000)} s, ${load.asked.length} requests: ${chosen.name}`);
      struck.set(chosen.name, (struck.get(chosen.name) ?? 0) + 1);
      await strike(target, chosen, random.below(brokenMs));
      ended.push(...(await restartEnded(target, chosen.name)));
      await wait(random.below(wholeMs));
    };
    await wait(wholeMs);
    for (const chosen of strikes) await make(chosen);
    while (Date.now() - begunAt < forMs) await make(random.pick(strikes));
    await load.stop();
    say(`${load.asked.length} requests were sent; the books are being closed`);
    await becomeQuiet(target);
    const findings = await checkEverything(world, load.asked);
    return {
      counts: findings.counts,
      violations: [...ended, ...findings.violations],
      struck,
      elapsedMs: Date.now() - begunAt,
    };
  } finally {
    await world?.stop();
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Nothing may end because something else is away. Says what did, and starts it again. */
async function restartEnded({ world }: Target, after: string): Promise<string[]> {
  const ended = [...world.services.values()].filter((service) => !service.isRunning());
  await Promise.all(ended.map((service) => service.start()));
  return ended.map(({ name }) => `${name} ended by itself after: ${after}`);
}

/** Lets dead runs be finished, then stops the gateways in order, until no run is left. */
async function becomeQuiet({ world }: Target): Promise<void> {
  const unfinished = async (): Promise<bigint> => {
    const [row] = await world.sql('select count(*) as runs from ledger.run where finished_at is null');
    return row?.runs as bigint;
  };
  const quietMs = 60_000;
  await waitFor(async () => (await unfinished()) === BigInt(gateways.length), 'dead runs are finished', {
    timeoutMs: quietMs,
  });
  await Promise.all(gateways.map((name) => world.service(name).kill('SIGTERM')));
  if ((await unfinished()) > 0n) {
    // What they could not finish in time is left to the next process.
    await Promise.all(gateways.map((name) => world.service(name).start()));
    await waitFor(async () => (await unfinished()) === BigInt(gateways.length), 'runs are finished', {
      timeoutMs: quietMs,
    });
    await Promise.all(gateways.map((name) => world.service(name).kill('SIGTERM')));
  }
  await waitFor(async () => (await unfinished()) === 0n, 'all runs are finished', { timeoutMs: quietMs });
}
