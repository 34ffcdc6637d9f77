import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { ServiceName } from '../service-names.ts';
import { nodeArguments } from './node-options.ts';
import { type Surroundings, serviceEnv } from './service-env.ts';

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

/** Makes 56 MB that stay, and says how often the whole heap was collected meanwhile. */
const growth = `
  const { PerformanceObserver, constants } = await import('node:perf_hooks');
  let full = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) full += 1;
  });
  observer.observe({ entryTypes: ['gc'] });
  const kept = [];
  for (let count = 0; count < 70_000; count += 1) {
    kept.push(Array.from({ length: 90 }, () => count));
    if (count % 1_000 === 0) await new Promise(setImmediate);
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  process.stdout.write(String(full));
`;

function fullCollections(ofNode: readonly string[]): number {
  const ofScript = [...ofNode, '--max-semi-space-size=8', '--input-type=module', '--eval', growth];
  const { stdout, stderr } = spawnSync(process.execPath, ofScript, { encoding: 'utf8' });
  expect(stderr).toBe('');
  return Number(stdout);
}

test('with the arguments of ingress and text-gateway this Node collects no heap whole that is small', () => {
  expect(fullCollections([])).toBeGreaterThan(0);
  expect(fullCollections(nodeArguments('ingress'))).toBe(0);
  expect(fullCollections(nodeArguments('text-gateway'))).toBe(0);
});
