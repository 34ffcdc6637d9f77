import { describe, expect, test } from 'vitest';
import { dateAfter, isTimeZone, overEverywhereAt, type PeriodName, windowAt } from './budget-windows.ts';
import { budgetPurse, keyModelPurse, keyPurse, readBudgetPurse, userPurse } from './purses.ts';

type Row = [at: string, zone: string, day: string, week: string, month: string];

const rows: Record<string, Row[]> = {
  'a day ends at midnight of its zone': [
    ['2026-11-21T22:59:59.999Z', 'Europe/Berlin', '2026-11-21', '2026-W47', '2026-11'],
    ['2026-11-21T23:00:00.000Z', 'Europe/Berlin', '2026-11-22', '2026-W47', '2026-11'],
    ['2026-11-21T23:59:59.999Z', 'UTC', '2026-11-21', '2026-W47', '2026-11'],
    ['2026-11-22T00:00:00.000Z', 'UTC', '2026-11-22', '2026-W47', '2026-11'],
  ],
  'a week ends with Sunday, a month with its last day': [
    ['2026-11-22T22:59:59Z', 'Europe/Berlin', '2026-11-22', '2026-W47', '2026-11'],
    ['2026-11-22T23:00:00Z', 'Europe/Berlin', '2026-11-23', '2026-W48', '2026-11'],
    ['2028-02-29T23:59:59Z', 'UTC', '2028-02-29', '2028-W09', '2028-02'],
    ['2028-03-01T00:00:00Z', 'UTC', '2028-03-01', '2028-W09', '2028-03'],
  ],
  'the day on which clocks are set forward has 23 hours': [
    ['2026-03-28T22:59:59Z', 'Europe/Berlin', '2026-03-28', '2026-W13', '2026-03'],
    ['2026-03-28T23:00:00Z', 'Europe/Berlin', '2026-03-29', '2026-W13', '2026-03'],
    ['2026-03-29T21:59:59Z', 'Europe/Berlin', '2026-03-29', '2026-W13', '2026-03'],
    ['2026-03-29T22:00:00Z', 'Europe/Berlin', '2026-03-30', '2026-W14', '2026-03'],
  ],
  'the day on which clocks are set back has 25 hours': [
    ['2026-10-31T23:59:59Z', 'America/New_York', '2026-10-31', '2026-W44', '2026-10'],
    ['2026-11-01T04:00:00Z', 'America/New_York', '2026-11-01', '2026-W44', '2026-11'],
    ['2026-11-02T04:59:59Z', 'America/New_York', '2026-11-01', '2026-W44', '2026-11'],
    ['2026-11-02T05:00:00Z', 'America/New_York', '2026-11-02', '2026-W45', '2026-11'],
  ],
  'clocks that are set at midnight leave no gap': [
    ['2026-09-06T03:59:59Z', 'America/Santiago', '2026-09-05', '2026-W36', '2026-09'],
    ['2026-09-06T04:00:00Z', 'America/Santiago', '2026-09-06', '2026-W36', '2026-09'],
    ['2026-10-03T15:29:59Z', 'Australia/Lord_Howe', '2026-10-04', '2026-W40', '2026-10'],
  ],
  'zones of half and quarter hours, and those far from Greenwich': [
    ['2026-11-21T18:14:59Z', 'Asia/Kathmandu', '2026-11-21', '2026-W47', '2026-11'],
    ['2026-11-21T18:15:00Z', 'Asia/Kathmandu', '2026-11-22', '2026-W47', '2026-11'],
    ['2026-11-21T10:14:59Z', 'Pacific/Chatham', '2026-11-21', '2026-W47', '2026-11'],
    ['2026-11-21T10:15:00Z', 'Pacific/Chatham', '2026-11-22', '2026-W47', '2026-11'],
    ['2026-11-21T10:00:00Z', 'Pacific/Kiritimati', '2026-11-22', '2026-W47', '2026-11'],
    ['2026-11-21T11:59:59Z', 'Etc/GMT+12', '2026-11-20', '2026-W47', '2026-11'],
  ],
  'a day that a zone left out is no window': [
    ['2011-12-30T09:59:59Z', 'Pacific/Apia', '2011-12-29', '2011-W52', '2011-12'],
    ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31', '2011-W52', '2011-12'],
  ],
  'the first and last days of a year can be in a week of another': [
    ['2026-12-31T23:00:00Z', 'UTC', '2026-12-31', '2026-W53', '2026-12'],
    ['2027-01-01T00:00:00Z', 'UTC', '2027-01-01', '2026-W53', '2027-01'],
    ['2027-01-03T23:59:59Z', 'UTC', '2027-01-03', '2026-W53', '2027-01'],
    ['2027-01-04T00:00:00Z', 'UTC', '2027-01-04', '2027-W01', '2027-01'],
    ['2024-12-29T12:00:00Z', 'UTC', '2024-12-29', '2024-W52', '2024-12'],
    ['2024-12-30T12:00:00Z', 'UTC', '2024-12-30', '2025-W01', '2024-12'],
    ['2028-01-02T12:00:00Z', 'UTC', '2028-01-02', '2027-W52', '2028-01'],
    ['2026-12-31T23:30:00Z', 'Europe/Berlin', '2027-01-01', '2026-W53', '2027-01'],
  ],
};

describe.each(Object.entries(rows))('%s', (_, cases) => {
  test.each(cases)('%s in %s', (at, zone, ...windows) => {
    const periods: PeriodName[] = ['day', 'week', 'month'];
    expect(periods.map((period) => windowAt(period, zone, Date.parse(at)))).toEqual(windows);
  });
});

test.each([
  ['2026-11-21', '2026-11-22'],
  ['2026-12-31', '2027-01-01'],
  ['2026-W47', '2026-11-23'],
  ['2026-W53', '2027-01-04'],
  ['2025-W01', '2025-01-06'],
  ['2026-02', '2026-03-01'],
  ['2026-12', '2027-01-01'],
])('after %s comes %s', (window, date) => {
  expect(dateAfter(window)).toBe(date);
});

test('a window is over everywhere once it is in the last zone', () => {
  const end = overEverywhereAt('2026-11-21');
  expect(windowAt('day', 'Etc/GMT+12', end - 1)).toBe('2026-11-21');
  expect(windowAt('day', 'Etc/GMT+12', end)).toBe('2026-11-22');
});

test.each(['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Apia', 'Etc/GMT+12'])(
  '%s is a zone',
  (name) => {
    expect(isTimeZone(name)).toBe(true);
  },
);

test.each(['', 'Mars/Olympus', '+01:00', '-0700', ' UTC', 'Berlin'])('"%s" is no zone', (name) => {
  expect(isTimeZone(name)).toBe(false);
});

test('the name of a purse tells its owner and window', () => {
  const owners = [keyPurse(77n), userPurse(5n)];
  for (const owner of owners) {
    for (const window of ['2026-11-21', '2026-W47', '2026-11']) {
      expect(readBudgetPurse(budgetPurse(owner, window))).toEqual({ owner, window });
    }
  }
  expect(budgetPurse(keyPurse(77n), '2026-11-21')).toBe('budget:key:77:2026-11-21');
});

test.each([
  keyPurse(77n),
  keyModelPurse(77n, 'budget:key:77:2026-11'),
  'budget:key:77',
  'budget:key:77:2026',
  'budget:key:77:2026-W4',
  'budget:key:77:2026-11-21:',
  'budget:team:77:2026-11-21',
  'budget:key:a:2026-11-21',
])('%s is no purse of a window', (id) => {
  expect(readBudgetPurse(id)).toBeUndefined();
});
