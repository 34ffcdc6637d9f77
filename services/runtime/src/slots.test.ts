import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

test('what was added is there until it is removed, once', () => {
  const slots = createSlots<string>();
  const places = ['a', 'b', 'c'].map(slots.add);
  expect([...slots]).toEqual(['a', 'b', 'c']);
  slots.remove(places[1] ?? -1);
  slots.remove(places[1] ?? -1);
  expect([...slots]).toEqual(['a', 'c']);
  expect(slots.size).toBe(2);
});

test('places are used again, each for one thing at a time', () => {
  const slots = createSlots<number>();
  const places = [1, 2, 3].map(slots.add);
  for (const place of places) slots.remove(place);
  const next = [4, 5, 6, 7].map(slots.add);
  expect(new Set(next).size).toBe(4);
  expect(Math.max(...next)).toBe(3);
  expect([...slots].sort()).toEqual([4, 5, 6, 7]);
});

test('things may go while they are gone through', () => {
  const slots = createSlots<{ place: number }>();
  for (let count = 0; count < 5; count += 1) {
    const thing = { place: -1 };
    thing.place = slots.add(thing);
  }
  let seen = 0;
  for (const { place } of slots) {
    seen += 1;
    slots.remove(place);
  }
  expect(seen).toBe(5);
  expect(slots.size).toBe(0);
});
