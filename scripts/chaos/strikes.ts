import { waitFor } from '@headgate/runtime/testing/wait-for';
import type { ServiceProcess } from '../e2e/testing/service-process.ts';
import type { TestPostgres } from '../e2e/testing/test-postgres.ts';
import { readMetric, type World } from '../e2e/testing/world.ts';
import { configurationAfter } from './configuration.ts';

/** One thing that breaks, and what puts it right again. */
export interface Strike {
  name: string;
  /** It asks something of the system, and so nothing else may be broken. */
  needsWhole?: true;
  /** How long it is left broken at least. */
  leastMs?: number;
  /** Resolves to how many processes got a SIGKILL. */
  begin(system: Target): Promise<number>;
  /** Starts again what was killed, without waiting until it is ready. */
  end(system: Target): Promise<void>;
}

/** What is struck. */
export interface Target {
  world: World;
  postgres: TestPostgres;
  /** How often the bounded keys were topped up. */
  topUps: number;
  /** What a signal has stopped. */
  stopped?: ServiceProcess;
}

export function killOf(name: string): Strike {
  return {
    name,
    async begin({ world }) {
      const service = world.service(name);
      if (!service.isRunning()) return 0;
      await service.kill();
      return 1;
    },
    end: ({ world }) => world.service(name).start({ awaitReady: false }),
  };
}

const ingresses = [killOf('ingress'), killOf('ingress-2')] as const;
const gateways = [killOf('text-gateway'), killOf('text-gateway-2')] as const;
const ledgers = [killOf('ledger'), killOf('ledger-2')] as const;

/** Whatever gets signals, and may be stopped by one. */
interface Stoppable {
  signal(signal: NodeJS.Signals): void;
}

export const nats: Strike = {
  name: 'nats',
  async begin({ world }) {
    await world.nats.kill();
    return 1;
  },
  end: ({ world }) => world.nats.restart(),
};

export const postgres: Strike = {
  name: 'postgres',
  async begin({ postgres }) {
    await postgres.kill();
    return 1;
  },
  end: ({ postgres }) => postgres.start(),
};

/** Longer than any call between services waits, and shorter than what a silent process has is taken from it. */
const longMs = 6_000;

/** It stands still and goes on as if no time had passed, though nobody waits any more for what it was asked. */
function freezeOf(name: string, find: (target: Target) => Stoppable, leastMs = longMs): Strike {
  return {
    name: `${name}, stopped and resumed`,
    leastMs,
    async begin(target) {
      find(target).signal('SIGSTOP');
      return 0;
    },
    end: async (target) => find(target).signal('SIGCONT'),
  };
}

export function freezeService(name: string, leastMs?: number): Strike {
  return freezeOf(name, ({ world }) => world.service(name), leastMs);
}

export const freezeNats = freezeOf('nats', ({ world }) => world.nats);
export const freezePostgres = freezeOf('postgres', ({ postgres }) => postgres);

export function together(...strikes: readonly Strike[]): Strike {
  return {
    name: strikes.map(({ name }) => name).join(' and '),
    leastMs: Math.max(...strikes.map(({ leastMs = 0 }) => leastMs)),
    async begin(target) {
      const kills = await Promise.all(strikes.map(({ begin }) => begin(target)));
      return kills.reduce((sum, count) => sum + count, 0);
    },
    async end(target) {
      await Promise.all(strikes.map(({ end }) => end(target)));
    },
  };
}

/** The ledger that books now. */
async function findSettling({ world }: Target): Promise<ServiceProcess> {
  const candidates = ledgers.map(({ name }) => world.service(name));
  const countBooked = (): Promise<number[]> =>
    Promise.all(candidates.map((ledger) => readMetric(ledger, 'headgate_ledger_entries_total')));
  const before = await countBooked();
  return waitFor(async () => {
    const now = await countBooked();
    return candidates.find((_, index) => (now[index] ?? 0) > (before[index] ?? 0));
  }, 'a ledger settles');
}

/** Everything that is killed, and what is done to the ledger that settles. */
export const strikes: readonly [Strike, ...Strike[]] = [
  gateways[0],
  ledgers[0],
  nats,
  ingresses[0],
  postgres,
  gateways[1],
  ledgers[1],
  ingresses[1],
  killOf('account'),
  { ...nats, name: 'nats, back empty', end: ({ world }) => world.nats.restart({ wiped: true }) },
  {
    name: 'the ledger that settles, stopped and resumed',
    needsWhole: true,
    async begin(target) {
      target.stopped = await findSettling(target);
      target.stopped.signal('SIGSTOP');
      return 0;
    },
    end: async ({ stopped }) => stopped?.signal('SIGCONT'),
  },
  together(gateways[0], nats),
  together(ledgers[0], postgres),
  together(...gateways),
  together(...ledgers),
  together(...ingresses),
  together(ledgers[1], nats),
];

/** The bounded keys of the text clients are given more. */
export const topUp: Strike = {
  name: 'top-up',
  needsWhole: true,
  async begin(target) {
    target.topUps += 1;
    await target.world.apply(configurationAfter(target.topUps));
    return 0;
  },
  end: async () => undefined,
};

/** What stands still for so long that others give up what they asked of it: all of it takes longer than the short form has. */
export const freezes: readonly Strike[] = [
  ...[...ingresses, ...gateways, ...ledgers, killOf('account')].map(({ name }) => freezeService(name)),
  freezeNats,
  freezePostgres,
  together(freezeService('ledger'), ledgers[1]),
  together(freezeService('text-gateway'), nats),
  together(freezePostgres, killOf('account')),
];
