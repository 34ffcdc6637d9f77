import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestPostgres } from '../e2e/testing/test-postgres.ts';
import { startWorld, type World } from '../e2e/testing/world.ts';
import { becomeQuiet } from './become-quiet.ts';
import { checkEverything, type Findings } from './check.ts';
import { configurationAfter } from './configuration.ts';
import { startLoad } from './load.ts';
import { seededRandom } from './random.ts';
import { readServed } from './read-served.ts';
import { type Pace, type Struck, strikeOn } from './strike-on.ts';
import type { Strike, Target } from './strikes.ts';

export interface ChaosOptions {
  strikes: readonly [Strike, ...Strike[]];
  /** Everything is struck once in turn; after that at random until so long has passed. */
  forMs: number;
  seed: number;
  clients: number;
  pace: Pace;
  say(line: string): void;
}

export interface ChaosResult extends Findings {
  struck: Struck;
  elapsedMs: number;
}

export const gateways = ['text-gateway', 'text-gateway-2'];
const replicas = { ingresses: 2, textGateways: gateways.length, ledgers: 2 };

/** Scaled down alike, and far above how long anything is broken: nothing may be reclaimed. */
const env = {
  'text-gateway': {
    HEADGATE_HEARTBEAT_MS: '500',
    HEADGATE_RESEND_AFTER_MS: '3000',
    HEADGATE_SLICE_IDLE_MS: '1000',
    HEADGATE_ABANDONED_DRAIN_MS: '500',
  },
  ledger: {
    HEADGATE_STREAM_CHECK_MS: '500',
    HEADGATE_FOLLOW_MS: '100',
    HEADGATE_TAKE_OVER_MS: '300',
    HEADGATE_IDLE_IN_TRANSACTION_MS: '1000',
  },
};

/** Runs the whole system under load, kills its processes, and says what the books look like when all is quiet. */
export function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  return inChaosWorld(configurationAfter(0), (target) => strikeAndCheck(target, options));
}

/** Lends two of each service that serves text, with a PostgreSQL and a NATS of their own, and a sandbox whose log is never cut. */
export async function inChaosWorld<Result>(
  configuration: string,
  work: (target: Target) => Promise<Result>,
): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'headgate-chaos-'));
  const logFile = join(directory, 'served.jsonl');
  const postgres = await startTestPostgres(directory);
  let started: World | undefined;
  try {
    started = await startWorld(configuration, {
      env: { ...env, sandbox: { HEADGATE_SANDBOX_LOG_FILE: logFile } },
      ...replicas,
      databaseUrl: postgres.url,
    });
    const world: World = { ...started, served: async () => readServed(logFile) };
    return await work({ world, postgres, topUps: 0 });
  } finally {
    await started?.stop();
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function strikeAndCheck(
  target: Target,
  { strikes, forMs, seed, clients, pace, say }: ChaosOptions,
): Promise<ChaosResult> {
  const { world } = target;
  const random = seededRandom(seed);
  const begunAt = performance.now();
  const load = startLoad([world.baseUrl, world.baseUrlOf('ingress-2')], {
    clients,
    random: seededRandom(seed + 1),
  });
  const announce = (name: string): void =>
    say(`${Math.round((performance.now() - begunAt) / 1_000)} s, ${load.asked.length} requests: ${name}`);
  const struck = await strikeOn(target, { strikes, rounds: 1, forMs, pace, random, announce });
  await load.stop();
  say(`${load.asked.length} requests were sent; the books are being closed`);
  await becomeQuiet(world, gateways);
  const findings = await checkEverything(world, { asked: load.asked, kills: struck.kills, random });
  return {
    ...findings,
    violations: [...struck.ended, ...findings.violations],
    struck,
    elapsedMs: performance.now() - begunAt,
  };
}
