import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { startTestPostgres } from '../../e2e/testing/test-postgres.ts';
import { startWorld, type World } from '../../e2e/testing/world.ts';
import { seededRandom } from '../random.ts';
import { type Pace, type Struck, strikeOn } from '../strike-on.ts';
import type { Strike, Target } from '../strikes.ts';
import { type CallbackReceiver, startCallbackReceiver } from './callback-receiver.ts';
import { checkMedia, type MediaTable } from './check.ts';
import { checkArchived } from './check-archived.ts';
import { checkCallbacks } from './check-callbacks.ts';
import { configuration, env } from './configuration.ts';
import { type MediaLoad, startMediaLoad } from './load.ts';

export interface MediaChaosOptions {
  strikes: readonly [Strike, ...Strike[]];
  /** How often everything is struck. */
  rounds: number;
  seed: number;
  clients: number;
  pace: Pace;
  say(line: string): void;
}

export interface MediaChaosResult {
  table: MediaTable;
  violations: string[];
  struck: Struck;
  elapsedMs: number;
}

/** Makes tasks while everything that they meet is killed, and says what became of them when all have ended. */
export async function runMediaChaos(options: MediaChaosOptions): Promise<MediaChaosResult> {
  const directory = mkdtempSync(join(tmpdir(), 'headgate-chaos-'));
  const postgres = await startTestPostgres(directory);
  const receiver = await startCallbackReceiver(seededRandom(options.seed + 2));
  let world: World | undefined;
  try {
    world = await startWorld(configuration, {
      env,
      ledgers: 2,
      mediaWorkers: 4,
      databaseUrl: postgres.url,
    });
    return await strikeAndCheck({ world, postgres, topUps: 0 }, receiver, options);
  } finally {
    await world?.stop();
    receiver.stop();
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function strikeAndCheck(
  target: Target,
  receiver: CallbackReceiver,
  { strikes: chosen, rounds, seed, clients, pace, say }: MediaChaosOptions,
): Promise<MediaChaosResult> {
  const { world } = target;
  const begunAt = performance.now();
  const places = { baseUrl: world.baseUrl, callbackUrl: receiver.url };
  const load = startMediaLoad(places, { clients, random: seededRandom(seed + 1) });
  let inFlightAtKills = 0;
  const strikes = chosen.map((strike) =>
    watched(strike, load, (count) => {
      inFlightAtKills += count;
    }),
  ) as [Strike, ...Strike[]];
  const announce = (name: string): void =>
    say(`${Math.round((performance.now() - begunAt) / 1_000)} s, ${load.submitted.length} tasks: ${name}`);
  const struck = await strikeOn(target, {
    strikes,
    rounds,
    forMs: 0,
    pace,
    random: seededRandom(seed),
    announce,
  });
  await load.stop();
  say(`${load.submitted.length} tasks were asked for; all are to end`);
  await becomeQuiet(world);
  const leastStruck = Math.min(...struck.times.values());
  const { kills } = struck;
  const { table, violations } = await checkMedia(world, {
    submitted: load.submitted,
    kills,
    leastStruck,
    inFlightAtKills,
    told: receiver.told,
  });
  const archived = await checkArchived(world);
  return {
    table: { ...table, downloaded: archived.downloaded },
    violations: [
      ...struck.ended,
      ...violations,
      ...checkCallbacks(receiver, load.submitted),
      ...archived.violations,
    ],
    struck,
    elapsedMs: performance.now() - begunAt,
  };
}

/** What a kill may leave unknown: the creates that are under way then. */
function watched(strike: Strike, load: MediaLoad, count: (inFlight: number) => void): Strike {
  return {
    ...strike,
    async begin(target) {
      count(load.inFlight());
      return strike.begin(target);
    },
  };
}

/** Generous: it ends a wait that would never end. */
const quietWithinMs = 500_000;

async function becomeQuiet(world: World): Promise<void> {
  const isQuiet = async (): Promise<boolean> => {
    const [row] = await world.sql(
      `select (select count(*) from media.task where finished_at is null) + (select count(*) from media.outbox)
         + (select count(*) from media.callback) + (select count(*) from media.archive) as left`,
    );
    return row?.left === 0n;
  };
  await waitFor(
    isQuiet,
    'every task has ended, the ledger and the clients know, and the store has what was made',
    {
      timeoutMs: quietWithinMs,
      everyMs: 500,
    },
  ).catch(() => undefined);
}
