import { prepareNats } from '../parts/nats/prepare-nats.ts';
import type { Part, PartContext } from '../parts/part.ts';
import { preparePostgres } from '../parts/postgres/prepare-postgres.ts';
import type { StartContext } from './context.ts';
import type { Identity } from './home/identity.ts';
import type { PartName } from './processes/marks.ts';
import { pollReady } from './processes/poll-ready.ts';

/** After a crash PostgreSQL first repeats what its log holds. */
const readyTimeoutMs = 120_000;

const parts: Record<PartName, { label: string; prepare: (context: PartContext) => Promise<Part> }> = {
  postgres: { label: 'PostgreSQL', prepare: preparePostgres },
  nats: { label: 'NATS', prepare: prepareNats },
};

export interface PartOptions {
  identity: Identity;
  port: number;
  /** Replaces the part. */
  url: string | undefined;
}

/** Starts a part of our own, or takes the one that the environment names. Answers its URL. */
export async function startPart(
  context: StartContext,
  name: PartName,
  options: PartOptions,
): Promise<string> {
  const { home, env, marked, fleet, say, signal } = context;
  const { identity, port, url } = options;
  const { label, prepare } = parts[name];
  if (url) {
    say(`Using the ${label} that the environment names`);
    return url;
  }
  const isDurable = env.HEADGATE_TEST_NO_FSYNC !== 'true';
  const part = await prepare({ home, identity, port, env: marked, say, signal, isDurable });
  signal.throwIfAborted();
  say(`Starting ${label} on port ${port}`);
  const supervised = fleet.start(name, part.spec);
  await pollReady(supervised, part.checkReady, { signal, timeoutMs: readyTimeoutMs });
  return part.url;
}
