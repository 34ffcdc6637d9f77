import { expect, test } from 'vitest';
import { growthOf } from './growth.ts';
import type { Sample } from './samples.ts';

const megabyte = 1024 * 1024;

/** An hour of samples, one a minute; all garbage is collected at the end of each quarter. */
function samples(held: (minute: number) => { resident: number; inUse?: number }): Sample[] {
  return Array.from({ length: 60 }, (_, minute) => {
    const { resident, inUse = 50 * megabyte } = held(minute);
    const isCollected = minute % 15 === 14;
    const heap = isCollected ? inUse : inUse + (minute % 28) * megabyte;
    const process = { resident, heap, external: megabyte, isCollected };
    return { atMs: minute * 60_000, held: new Map([['ingress', process]]) };
  });
}

test('what warms up and then only moves up and down stays flat', () => {
  const growth = growthOf(
    'ingress',
    samples((minute) => ({ resident: (minute < 10 ? 100 + 10 * minute : 200 + (minute % 3)) * megabyte })),
  );
  expect(growth).toMatchObject({
    residentBefore: 201 * megabyte,
    residentAfter: 201 * megabyte,
    heapBefore: 50 * megabyte,
    heapAfter: 50 * megabyte,
    externalBefore: megabyte,
    externalAfter: megabyte,
    grown: [],
  });
  expect(Math.abs(growth.bytesPerHour)).toBeLessThan(megabyte);
});

test('what grows all the time is told by its slope, and what of it', () => {
  const growth = growthOf(
    'ingress',
    samples((minute) => ({ resident: (200 + minute) * megabyte })),
  );
  expect(growth.bytesPerHour / megabyte).toBeCloseTo(60);
  expect(growth.grown).toEqual(['resident']);
});

test.each([14, 25, 31])('one step in minute %i is room that is kept', (step) => {
  const held = samples((minute) => ({ resident: (minute < step ? 210 : 250) * megabyte }));
  expect(growthOf('ingress', held).grown).toEqual([]);
});

test('a step in each quarter is growth', () => {
  const held = samples((minute) => ({ resident: (200 + 20 * Math.floor(minute / 15)) * megabyte }));
  expect(growthOf('ingress', held).grown).toEqual(['resident']);
});

test('a heap that grows under the room that it had is told, whatever garbage lies on it', () => {
  const held = samples((minute) => ({ resident: 300 * megabyte, inUse: (50 + minute / 2) * megabyte }));
  expect(growthOf('ingress', held).grown).toEqual(['heap']);
});

test('a large heap that moves up and down by less than a tenth stays flat', () => {
  const held = samples((minute) => ({
    resident: 300 * megabyte,
    inUse: (200 + (minute % 7) * 3) * megabyte,
  }));
  expect(growthOf('ingress', held).grown).toEqual([]);
});

test('a heap that was never collected is not judged', () => {
  const held = samples((minute) => ({ resident: 300 * megabyte, inUse: (50 + minute) * megabyte })).map(
    ({ atMs, held }) => ({
      atMs,
      held: new Map([...held].map(([name, process]) => [name, { ...process, isCollected: false }])),
    }),
  );
  const growth = growthOf('ingress', held);
  expect(growth.grown).toEqual([]);
  expect(growth.heapAfter).toBeUndefined();
});
