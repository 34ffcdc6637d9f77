import { expect, test } from 'vitest';
import { createCandidate } from '../testing/test-serving.ts';
import { routesOf } from './route.ts';

test('a key keeps its names when a new catalog brings it in another place', () => {
  const [, before] = routesOf(createCandidate({ id: 1n, keys: ['a', 'b'] }));
  const [after] = routesOf(createCandidate({ id: 1n, keys: ['b', 'c'] }));
  const { credential, circuit, lane, credentialHash } = before ?? {};
  expect(after).toMatchObject({ key: 'b', credential, circuit, lane, credentialHash });
});

test('names tell channels, keys and models apart, and do not tell the key', () => {
  const candidates = [
    createCandidate({ id: 1n, keys: ['a', 'b'] }),
    createCandidate({ id: 2n, keys: ['a'] }),
    { ...createCandidate({ id: 1n, keys: ['a'] }), upstreamModel: 'another' },
    createCandidate({ id: 3n, keys: [] }),
  ];
  const routes = candidates.flatMap(routesOf);
  expect(new Set(routes.map(({ circuit }) => circuit)).size).toBe(5);
  expect(new Set(routes.map(({ credential }) => credential)).size).toBe(4);
  expect(new Set(routes.map(({ lane }) => lane)).size).toBe(4);
  const secret = routesOf(createCandidate({ id: 1n, keys: ['secret'] }))[0];
  expect(`${secret?.credential}${secret?.circuit}${secret?.lane}`).not.toContain('secret');
});
