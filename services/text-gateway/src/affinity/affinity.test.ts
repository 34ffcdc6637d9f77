import { expect, test } from 'vitest';
import { routesOf } from '../catalog/route.ts';
import { createCandidate } from '../testing/test-serving.ts';
import { createAffinity, namePrompt } from './affinity.ts';

const [first, second] = routesOf(createCandidate({ id: 1n, keys: ['a', 'b'] }));

test('a prompt moves with the route that served it last', () => {
  const affinity = createAffinity(() => 0);
  expect(affinity.find('prompt')).toBeUndefined();
  if (first) affinity.note('prompt', first);
  if (second) affinity.note('prompt', second);
  expect(affinity.find('prompt')).toBe(second?.credential);
});

test('a prompt is forgotten an hour after it was served last', () => {
  let now = 0;
  const affinity = createAffinity(() => now);
  if (first) affinity.note('prompt', first);
  now = 59 * 60_000;
  if (first) affinity.note('prompt', first);
  now = 118 * 60_000;
  expect(affinity.find('prompt')).toBeDefined();
  now = 119 * 60_000;
  expect(affinity.find('prompt')).toBeUndefined();
});

test('the number of prompts is bounded, the longest unserved is forgotten', () => {
  const affinity = createAffinity(() => 0);
  for (let number = 0; number <= 100_000 && first; number += 1) affinity.note(`${number}`, first);
  expect(affinity.find('0')).toBeUndefined();
  expect(affinity.find('1')).toBeDefined();
});

test('a name means something within its group and model alone', () => {
  const names = [
    namePrompt('g', 'm', 'said'),
    namePrompt('g', 'm2', 'said'),
    namePrompt('g2', 'm', 'said'),
    namePrompt('g', 'm', 'said otherwise'),
  ];
  expect(new Set(names).size).toBe(names.length);
  expect(namePrompt('g', 'm', 'said')).toBe(names[0]);
});
