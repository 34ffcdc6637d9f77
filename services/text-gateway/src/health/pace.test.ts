import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

test('recent times count for more than old ones', () => {
  let now = 0;
  const pace = createPace(() => now);
  for (let count = 0; count < 10; count += 1) pace.began('lane', true, 1_000);
  now = 180_000;
  for (let count = 0; count < 10; count += 1) pace.began('lane', true, 100);
  expect(pace.read('lane', true).firstByteMs).toBeLessThan(200);
});

test('what was seen fades when nothing is called any more', () => {
  let now = 0;
  const pace = createPace(() => now);
  for (let count = 0; count < 10; count += 1) pace.ended('lane', false, true);
  expect(pace.read('lane', false)).toMatchObject({ calls: 10, failedShare: 1 });
  now = 600_000;
  expect(pace.read('lane', false).calls).toBeLessThan(0.01);
});

test('a client that left counts when it waited for longer than is usual', () => {
  const pace = createPace(() => 0);
  pace.began('lane', true, 100);
  pace.leftWaiting('lane', true, 50);
  expect(pace.read('lane', true)).toMatchObject({ answers: 1, firstByteMs: 100 });
  pace.leftWaiting('lane', true, 300);
  expect(pace.read('lane', true)).toMatchObject({ answers: 2, firstByteMs: 200 });
});

test('streams and whole answers are apart, and so are lanes', () => {
  const pace = createPace(() => 0);
  pace.began('lane', true, 100);
  expect(pace.read('lane', false).answers).toBe(0);
  expect(pace.read('other', true).answers).toBe(0);
  expect(pace.read('lane', true)).toMatchObject({ answers: 1, firstByteMs: 100 });
});

test('the number of lanes is bounded, the oldest is forgotten', () => {
  const pace = createPace(() => 0);
  for (let number = 0; number <= 10_000; number += 1) pace.began(`lane-${number}`, true, 100);
  expect(pace.read('lane-0', true).answers).toBe(0);
  expect(pace.read('lane-1', true).answers).toBe(1);
});
