import { dateAfter, overEverywhereAt, periodName, windowAt } from '@headgate/proto/budget-windows';
import { Period } from '@headgate/proto/gen/headgate/budget/v1/budget';
import { readBudgetPurse } from '@headgate/proto/purses';
import { fc } from '@headgate/runtime/testing/properties';
import { expect, test, vi } from 'vitest';
import { createLedgerClock } from './ledger-clock.ts';
import { createWindowNames } from './window-names.ts';

const budget = { owner: 'key:7', period: Period.DAY, timeZone: 'Europe/Berlin' };

test('a window is named by the ledger’s clock, which goes on by the steady one', () => {
  let steadyMs = 5_000;
  const clock = createLedgerClock(() => steadyMs);
  const names = createWindowNames(clock.nowMs);
  clock.note(Date.parse('2026-11-21T22:59:59Z'));
  expect(names.purseOf(budget)).toBe('budget:key:7:2026-11-21');
  steadyMs += 1_000;
  expect(names.purseOf(budget)).toBe('budget:key:7:2026-11-22');
});

test('a clock that the ledger sets, forward or back, is followed at once', () => {
  const clock = createLedgerClock(() => 0);
  const names = createWindowNames(clock.nowMs);
  for (const day of ['2026-11-21', '2026-11-25', '2026-11-20']) {
    clock.note(Date.parse(`${day}T12:00:00Z`));
    expect(names.purseOf(budget)).toBe(`budget:key:7:${day}`);
  }
});

test('a name is computed once for each period and zone in a quarter of an hour', () => {
  let nowMs = Date.parse('2026-11-21T18:00:00Z');
  const compute = vi.fn(windowAt);
  const names = createWindowNames(() => nowMs, compute);
  const kathmandu = { ...budget, timeZone: 'Asia/Kathmandu' };
  for (const minute of [0, 5, 14]) {
    nowMs = Date.parse(`2026-11-21T18:${String(minute).padStart(2, '0')}:59.999Z`);
    for (const of of [budget, kathmandu, { ...kathmandu, owner: 'user:3' }]) names.purseOf(of);
  }
  expect(compute).toHaveBeenCalledTimes(2);
  expect(names.purseOf(kathmandu)).toBe('budget:key:7:2026-11-21');
  nowMs += 1;
  expect(names.purseOf(kathmandu)).toBe('budget:key:7:2026-11-22');
});

test('names that nobody asks for again do not add up', () => {
  const compute = vi.fn(() => '2026-11-21');
  const names = createWindowNames(() => 1, compute);
  for (let count = 0; count < 5_000; count += 1) names.purseOf({ ...budget, timeZone: `Zone/${count}` });
  names.purseOf({ ...budget, timeZone: 'Zone/4999' });
  expect(compute).toHaveBeenCalledTimes(5_000);
  names.purseOf({ ...budget, timeZone: 'Zone/0' });
  expect(compute).toHaveBeenCalledTimes(5_001);
});

const zones = [...Intl.supportedValuesOf('timeZone'), 'Etc/GMT+12', 'Etc/GMT-14'];
const asked = fc.record({
  timeZone: fc.constantFrom(...zones),
  period: fc.constantFrom(Period.DAY, Period.WEEK, Period.MONTH),
});
/** Seconds beside a quarter of an hour, and leaps. */
const step = fc.oneof(fc.integer({ min: 0, max: 1_800 }), fc.integer({ min: 0, max: 40 * 86_400 }));

test('whenever it is asked, the window has the date of its zone, and ends where the next one begins', () => {
  const from = fc.integer({ min: Date.UTC(2024, 0) / 1_000, max: Date.UTC(2040, 0) / 1_000 });
  fc.assert(
    fc.property(asked, from, fc.array(step, { maxLength: 8 }), ({ timeZone, period }, start, steps) => {
      let nowMs = start * 1_000;
      const names = createWindowNames(() => nowMs);
      const local = new Intl.DateTimeFormat('sv-SE', { timeZone });
      const nameNow = (): string =>
        readBudgetPurse(names.purseOf({ ...budget, timeZone, period }))?.window ?? '';
      let before = nameNow();
      for (const seconds of steps) {
        nowMs += seconds * 1_000;
        const window = nameNow();
        expect(window).toBe(windowAt(periodName(period) ?? 'day', timeZone, nowMs));
        const today = local.format(nowMs);
        expect(today < dateAfter(window)).toBe(true);
        expect(today < dateAfter(before)).toBe(window === before);
        expect(before <= window).toBe(true);
        expect(overEverywhereAt(window)).toBeGreaterThan(nowMs);
        before = window;
      }
    }),
    { numRuns: 200 },
  );
});
