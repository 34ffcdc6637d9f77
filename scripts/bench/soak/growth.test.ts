import { expect, test } from 'vitest';
import { growthOf } from './growth.ts';
import type { Sample } from './samples.ts';

const megabyte = 1024 * 1024;

/** An hour of samples, one a minute. */
function samples(held: (minute: number) => { resident: number; heap: number }): Sample[] {
  return Array.from({ length: 60 }, (_, minute) => ({
    atMs: minute * 60_000,
    held: new Map([['ingress', { ...held(minute), external: megabyte }]]),
  }));
}

test('what warms up and then only moves up and down stays flat', () => {
  const growth = growthOf(
    'ingress',
    samples((minute) => ({
      resident: (minute < 10 ? 100 + 10 * minute : 200 + (minute % 3)) * megabyte,
      heap: (50 + (minute % 7) * 5) * megabyte,
    })),
  );
  expect(growth).toMatchObject({
    residentBefore: 201 * megabyte,
    residentAfter: 201 * megabyte,
    heapBefore: 50 * megabyte,
    heapAfter: 50 * megabyte,
    grown: [],
  });
  expect(Math.abs(growth.bytesPerHour)).toBeLessThan(megabyte);
});

test('what grows all the time is told by its slope, and what of it', () => {
  const growth = growthOf(
    'ingress',
    samples((minute) => ({ resident: (200 + minute) * megabyte, heap: (50 + (minute % 7) * 5) * megabyte })),
  );
  expect(growth.bytesPerHour / megabyte).toBeCloseTo(60);
  expect(growth.grown).toEqual(['resident']);
});

test.each([14, 25, 31])('one step in minute %i is room that is kept', (step) => {
  const held = samples((minute) => ({
    resident: (minute < step ? 210 : 250) * megabyte,
    heap: (50 + (minute % 7) * 5) * megabyte,
  }));
  expect(growthOf('ingress', held).grown).toEqual([]);
});

test('a step in each quarter is growth', () => {
  const held = samples((minute) => ({
    resident: (200 + 20 * Math.floor(minute / 15)) * megabyte,
    heap: (50 + (minute % 7) * 5) * megabyte,
  }));
  expect(growthOf('ingress', held).grown).toEqual(['resident']);
});

test('a heap that grows under the room that it had is told', () => {
  const growth = growthOf(
    'ingress',
    samples((minute) => ({
      resident: 300 * megabyte,
      heap: (50 + minute / 2 + (minute % 7) * 5) * megabyte,
    })),
  );
  expect(growth.grown).toEqual(['heap']);
});

test.each([0, 5, 12])('garbage that is collected every half hour is none, from minute %i on', (phase) => {
  const held = samples((minute) => ({
    resident: 200 * megabyte,
    heap: (27 + ((minute + phase) % 28) * 1.5) * megabyte,
  }));
  expect(growthOf('ingress', held).grown).toEqual([]);
});

test('a heap that grows between such collections is told', () => {
  const held = samples((minute) => ({
    resident: 300 * megabyte,
    heap: (27 + minute + (minute % 28) * 1.5) * megabyte,
  }));
  expect(growthOf('ingress', held).grown).toEqual(['heap']);
});

test('a large heap that only moves up and down by less than a fifth stays flat', () => {
  const held = samples((minute) => ({
    resident: 200 * megabyte,
    heap: (100 + ((minute + 3) % 7) * 3) * megabyte,
  }));
  expect(growthOf('ingress', held).grown).toEqual([]);
});

test('a heap that grows under the room that it had is told, also after one large collection while it warmed up', () => {
  const held = samples((minute) => ({
    resident: 500 * megabyte,
    // Garbage of the start goes in minute 5; then 5 MB more are kept each minute, and little is garbage.
    heap: (minute < 5 ? 200 : 100 + (minute - 5) * 5 + (minute % 7) * 3) * megabyte,
  }));
  expect(growthOf('ingress', held).grown).toEqual(['heap']);
});
