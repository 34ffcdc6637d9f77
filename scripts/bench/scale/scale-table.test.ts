import { expect, test } from 'vitest';
import type { Measured } from '../measure.ts';
import { scaleRows } from './scale-table.ts';

function measured(ingressUs: number): Measured {
  const cpuUs = new Map([
    ['ingress', ingressUs * 100],
    ['text-gateway', 10_000],
  ]);
  return { requests: 100, failures: 0, events: 0, elapsedMs: 2_000, p50Ms: 1, p99Ms: 2, cpuUs };
}

test('the ratio is taken within each round', () => {
  const pairs = [
    { little: measured(100), much: measured(104) },
    { little: measured(500), much: measured(500) },
    { little: measured(100), much: measured(120) },
  ];
  const [little, much, ...rest] = scaleRows('warm', ['small', 'big'], pairs);
  expect(little).toBe('| warm | small | 50 | 100.0 | 100.0 | 0.0 | 0.0 | 0.0 | 200.0 |  |  |');
  expect(much).toBe('| warm | big | 50 | 120.0 | 100.0 | 0.0 | 0.0 | 0.0 | 220.0 | 1.02 | 1.00 to 1.10 |');
  expect(rest).toEqual([]);
});

test('a ratio past the aim is said', () => {
  const pairs = [{ little: measured(100), much: measured(160) }];
  expect(scaleRows('warm', ['small', 'big'], pairs)[2]).toContain('more than the ratio of 1.1');
});
