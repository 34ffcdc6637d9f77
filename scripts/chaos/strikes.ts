import { wait } from '@headgate/runtime/wait';
import type { TestPostgres } from '../e2e/testing/test-postgres.ts';
import type { World } from '../e2e/testing/world.ts';
import { configurationAfter } from './configuration.ts';

/** One thing that breaks, and what puts it right again. */
export interface Strike {
  name: string;
  begin(system: Target): Promise<void> | void;
  end(system: Target): Promise<void>;
}

/** What is struck. */
export interface Target {
  world: World;
  postgres: TestPostgres;
  /** How often the bounded keys were topped up. */
  topUps: number;
}

function killOf(name: string): Strike {
  return {
    name,
    begin: ({ world }) => world.service(name).kill(),
    end: ({ world }) => world.service(name).start(),
  };
}

const gateway = killOf('text-gateway');
const gateway2 = killOf('text-gateway-2');
const ledger = killOf('ledger');
const nats: Strike = {
  name: 'nats',
  begin: ({ world }) => world.nats.kill(),
  end: ({ world }) => world.nats.restart(),
};
const postgres: Strike = {
  name: 'postgres',
  begin: ({ postgres }) => postgres.kill(),
  end: ({ postgres }) => postgres.start(),
};

function together(...strikes: readonly Strike[]): Strike {
  return {
    name: strikes.map(({ name }) => name).join(' and '),
    async begin(target) {
      await Promise.all(strikes.map(({ begin }) => begin(target)));
    },
    async end(target) {
      await Promise.all(strikes.map(({ end }) => end(target)));
    },
  };
}

export const strikes: readonly [Strike, ...Strike[]] = [
  gateway,
  ledger,
  nats,
  postgres,
  gateway2,
  { ...nats, name: 'nats, back empty', end: ({ world }) => world.nats.restart({ wiped: true }) },
  {
    name: 'ledger, stopped and resumed',
    begin: ({ world }) => world.service('ledger').signal('SIGSTOP'),
    end: async ({ world }) => world.service('ledger').signal('SIGCONT'),
  },
  together(gateway, nats),
  together(ledger, postgres),
  together(gateway, gateway2),
  killOf('account'),
  killOf('ingress'),
  {
    name: 'top-up',
    async begin(target) {
      target.topUps += 1;
      await target.world.apply(configurationAfter(target.topUps));
    },
    end: async () => undefined,
  },
];

/** Breaks something, leaves it broken for so long, and puts it right. */
export async function strike(target: Target, { begin, end }: Strike, forMs: number): Promise<void> {
  await begin(target);
  await wait(forMs);
  await end(target);
}
