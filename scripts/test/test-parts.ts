import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findNatsServer } from '../parts/nats/find-nats-server.ts';
import { preparePostgres } from '../parts/postgres/prepare-postgres.ts';
import type { Home } from '../start/home/home.ts';
import { readOrDrawIdentity } from '../start/home/identity.ts';
import { findFreePort } from '../start/plan/ports.ts';
import type { Fleet } from '../start/processes/fleet.ts';
import { pollReady } from '../start/processes/poll-ready.ts';
import type { Say } from '../start/say.ts';
import { findRedis } from './find-redis.ts';
import { openRunHome, removeRunHome } from './run-home.ts';

export interface TestParts {
  /** A folder of this run alone, removed after it. */
  directory: string;
  /** What the tests find them by. */
  env: Record<string, string>;
  remove(): Promise<void>;
}

const readyTimeoutMs = 60_000;

/**
 * Starts a PostgreSQL for this run alone, so that runs side by side do not meet, and finds the nats-server
 * and the Valkey that each test starts for itself.
 */
export async function startTestParts(
  mainHome: Home,
  options: { env: NodeJS.ProcessEnv; fleet: Fleet; say: Say; signal: AbortSignal },
): Promise<TestParts> {
  const { env, fleet, say, signal } = options;
  const natsServer = await findNatsServer(mainHome, options);
  const redis = await findRedis(mainHome, options);
  const home = openRunHome(mainHome);
  say('Starting PostgreSQL for the tests');
  const postgres = await preparePostgres({
    home,
    identity: readOrDrawIdentity(home),
    env,
    port: await findFreePort(),
    say,
    signal,
    isDurable: false,
  });
  const supervised = fleet.start('postgres', postgres.spec);
  await pollReady(supervised, postgres.checkReady, { signal, timeoutMs: readyTimeoutMs });
  const temporary = join(home.path, 'tmp');
  mkdirSync(temporary);
  return {
    directory: home.path,
    env: {
      // What tests leave in it goes with the run.
      TMPDIR: temporary,
      HEADGATE_TEST_DATABASE_URL: postgres.url,
      HEADGATE_NATS_SERVER: natsServer,
      ...redis,
      // The same few programs start hundreds of times: compiling them took half of the processor's time.
      NODE_COMPILE_CACHE: join(home.path, 'compiled'),
    },
    remove: () => removeRunHome(home),
  };
}
