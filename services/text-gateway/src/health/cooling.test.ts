import { expect, test } from 'vitest';
import { createCooling } from './cooling.ts';

test('a credential cools for as long as was asked, and no other does', () => {
  let now = 0;
  const cooling = createCooling(() => now);
  cooling.cool('1/a', 5_000);
  expect(cooling.remainingMs('1/a')).toBe(5_000);
  expect(cooling.remainingMs('1/b')).toBe(0);
  expect(cooling.remainingMs('2/a')).toBe(0);
  now = 4_998.5;
  expect(cooling.remainingMs('1/a')).toBe(2);
  now = 5_000;
  expect(cooling.remainingMs('1/a')).toBe(0);
});

test('a later word replaces an earlier one', () => {
  const cooling = createCooling(() => 0);
  cooling.cool('1/a', 5_000);
  cooling.cool('1/a', 1_000);
  expect(cooling.remainingMs('1/a')).toBe(1_000);
});

test('the number of credentials that cool is bounded, the oldest is forgotten', () => {
  const cooling = createCooling(() => 0);
  for (let number = 0; number <= 10_000; number += 1) cooling.cool(`1/${number}`, 1_000);
  expect(cooling.remainingMs('1/0')).toBe(0);
  expect(cooling.remainingMs('1/1')).toBe(1_000);
});
