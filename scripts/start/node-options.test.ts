import { expect, test } from 'vitest';
import { type Surroundings, serviceEnv } from './service-env.ts';
import type { ServiceName } from './service-names.ts';

/** No more of a system than the environments of two services are made of. */
const around = {
  home: { serviceDir: () => '/home' },
  plan: { instances: ['account', 'ledger'].map((service) => ({ service, rpcPort: 1 })) },
} as unknown as Surroundings;

const optionsOf = (service: ServiceName, NODE_OPTIONS?: string): string | undefined =>
  serviceEnv({ NODE_OPTIONS }, { service, name: `${service}-0`, operationsPort: 1 }, around).NODE_OPTIONS;

test('a service is started with options of its own, before those that a person set', () => {
  expect(optionsOf('text-gateway')).toBe('--max-semi-space-size=8');
  expect(optionsOf('text-gateway', '--max-semi-space-size=16')).toBe(
    '--max-semi-space-size=8 --max-semi-space-size=16',
  );
});

test('one that has none is started with those that a person set', () => {
  expect(optionsOf('console')).toBeUndefined();
  expect(optionsOf('console', '--trace-warnings')).toBe('--trace-warnings');
});
