import { expect, test } from 'vitest';
import type { ManagedUser } from '../api/users.ts';
import { createFormat } from '../words/format.ts';
import { isNameEmptied, toUserChanges, toUserValues, type UserValues } from './user-values.ts';

const units = createFormat('en', { currency: 'CNY', perUsd: 7.3 });
const user: ManagedUser = {
  id: 7,
  username: 'ada',
  display_name: 'Ada',
  role: 1,
  status: 1,
  group: 'vip',
  email: '',
  remain_quota: 5,
  used_quota: 0,
  unlimited_quota: false,
  soft_limit_percent: 80,
  budgets: [{ every: 'week', usd: 2.469134, time_zone: 'Europe/Berlin' }],
  key_count: 0,
  created_time: 1_700_000_000,
  last_seen_time: null,
  from_config: false,
};
const changed = (changes: Partial<UserValues>, of?: ManagedUser) =>
  toUserChanges({ ...toUserValues(of, units), ...changes }, of && toUserValues(of, units), units);

test('of a known user what was changed is sent alone, so that what others change meanwhile stays', () => {
  for (const unlimited_quota of [false, true]) expect(changed({}, { ...user, unlimited_quota })).toEqual({});
  expect(changed({ display_name: ' Ada L. ' }, user)).toEqual({ display_name: 'Ada L.' });
  expect(changed({ unlimited_quota: true }, user)).toEqual({
    unlimited_quota: true,
    soft_limit_percent: null,
  });
  expect(changed({ group: 'default', password: 'a new password' }, user)).toEqual({
    group: 'default',
    password: 'a new password',
  });
});

test('budgets that nobody changed are not sent, though a dollar is shown as another amount by then', () => {
  const began = toUserValues(user, units);
  const later = createFormat('en', { currency: 'CNY', perUsd: 7.2 });
  expect(toUserChanges({ ...began, group: 'default' }, began, later)).toEqual({ group: 'default' });
});

test('a budget that nobody touched keeps its time zone and its last unit beside one that was changed', () => {
  const day = { every: 'day', usd: 1.000002, time_zone: 'Asia/Shanghai' } as const;
  const month = { every: 'month', usd: 70.000002, time_zone: 'UTC' } as const;
  const began = toUserValues({ ...user, budgets: [day, month] }, units);
  const later = createFormat('en', { currency: 'CNY', perUsd: 7.2 });
  const budgets = { ...began.budgets, day: 7.2, week: 14.4 };
  expect(toUserChanges({ ...began, budgets }, began, later)).toEqual({
    budgets: [{ ...day, usd: 1 }, { every: 'week', usd: 2, time_zone: 'Asia/Shanghai' }, month],
  });
  expect(toUserChanges({ ...began, timeZone: 'Europe/Berlin' }, began, units)).toEqual({
    budgets: [day, month].map((budget) => ({ ...budget, time_zone: 'Europe/Berlin' })),
  });
});

test('a name that was emptied would stay: that is said', () => {
  expect(isNameEmptied({ display_name: ' ' }, user)).toBe(true);
  expect(isNameEmptied({ display_name: 'A' }, user)).toBe(false);
  for (const none of [undefined, { display_name: '' }])
    expect(isNameEmptied({ display_name: '' }, none)).toBe(false);
});

test('of a new user all is said that has a value', () => {
  expect(changed({ username: 'eve', password: 'a long password' })).toEqual({
    username: 'eve',
    password: 'a long password',
    group: 'default',
    unlimited_quota: false,
  });
});
