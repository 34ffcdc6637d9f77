import { expect, test } from 'vitest';
import type { Instance } from '../../api/system.ts';
import { isTrouble, stateOfService } from './findings.ts';

const instance = (ready: boolean, ago: number): Instance => ({
  instance: 'one',
  version: '1.0.0',
  started_at_seconds: 1,
  ready,
  heard_seconds_ago: ago,
  gauges: {},
});

test.each([
  [[], 'away'],
  [[instance(false, 1)], 'away'],
  [[instance(true, 15)], 'away'],
  [[instance(true, 1), instance(false, 1)], 'partly'],
  [[instance(true, 1), instance(true, 5)], 'ready'],
] as const)('%#: a service is %s', (instances, state) => {
  expect(stateOfService({ name: 'ledger', instances: [...instances] })).toBe(state);
});

test('what is parked is trouble, what is open is not, and what nobody says is neither', () => {
  expect(isTrouble('parked_events', { parked_events: 1 })).toBe(true);
  expect(isTrouble('parked_events', { parked_events: 0 })).toBe(false);
  expect(isTrouble('open_holds', { open_holds: 1_000_000 })).toBe(false);
  expect(isTrouble('overdue_holds', {})).toBe(false);
});
