import { expect, test } from 'vitest';
import type { Key } from '../api/keys.ts';
import { createFormat } from '../words/format.ts';
import {
  beforeSpending,
  hasHalfLimit,
  type KeyValues,
  toKeyChanges,
  toKeyFields,
  toKeyValues,
  toLocal,
  toSecond,
} from './key-values.ts';

const units = createFormat('en', { currency: 'CNY', perUsd: 7.3 });
const key: Key = {
  id: 7,
  name: 'build',
  key: 'sk-a**********wxyz',
  revealable: true,
  status: 1,
  group: 'vip',
  created_time: 1_700_000_000,
  expired_time: 1_700_000_123,
  used_quota: 12,
  remain_quota: 1_234_567,
  unlimited_quota: false,
  soft_limit_percent: 80,
  models: ['gpt-4o'],
  model_limits: { 'gpt-4o': 999_999 },
  budgets: [{ every: 'week', usd: 2.469134, time_zone: 'Europe/Berlin' }],
  rpm: 0,
  tpm: 1_000,
  concurrency: 0,
  allow_ips: ['10.0.0.0/8'],
  from_config: false,
};
const changed = (changes: Partial<KeyValues>, of: Key = key) =>
  toKeyChanges({ ...toKeyValues(of, units), ...changes }, toKeyValues(of, units), units);

test('what nobody changed is not sent, though it is shown in another currency and to the minute', () => {
  expect(changed({})).toEqual({});
});

test('every unit comes back from the amount that is shown for it', () => {
  expect(toKeyFields(toKeyValues(key, units), units)).toMatchObject({
    remain_quota: key.remain_quota,
    model_limits: key.model_limits,
    budgets: key.budgets,
  });
});

test('a change is sent alone, so that quota which was spent meanwhile does not come back', () => {
  expect(changed({ name: ' deploy ' })).toEqual({ name: 'deploy' });
  expect(changed({ remain: 7.3 })).toEqual({ remain_quota: 500_000 });
  expect(changed({ expires: '', rpm: 5 })).toEqual({ expired_time: -1, rpm: 5 });
});

test('what nobody changed is not sent, though a dollar is shown as another amount by then', () => {
  const began = toKeyValues(key, units);
  const later = createFormat('en', { currency: 'CNY', perUsd: 7.2 });
  expect(toKeyChanges({ ...began, name: 'deploy' }, began, later)).toEqual({ name: 'deploy' });
});

test('a key without a limit has no quota to send, and one that gets a limit has', () => {
  expect(changed({ isUnlimited: true })).toEqual({ unlimited_quota: true, soft_limit_percent: null });
  const free = { ...key, unlimited_quota: true, remain_quota: 0, soft_limit_percent: null };
  expect(changed({ isUnlimited: false, remain: 0 }, free)).toEqual({
    unlimited_quota: false,
    remain_quota: 0,
  });
});

test('what was spent is no change of a key, also of one that may have heard that it may spend another amount', () => {
  const began = { ...key, remain_quota: 500, used_quota: 100 };
  const before = { remain_quota: 490, used_quota: 110 };
  const left = (remain: number, used: number, most = 900) =>
    beforeSpending({ ...key, remain_quota: remain, used_quota: used }, began, { remain_quota: most, before })
      .remain_quota;
  expect([left(900, 110), left(900, 130), left(890, 130), left(880, 130)]).toEqual([900, 900, 900, 900]);
  expect(left(470, 130)).toBe(500);
  expect(left(950, 130)).toBe(980);
  // It was told less than it had, did not hear it, and spent more than the difference.
  expect([left(440, 160, 480), left(440, 150, 480)]).toEqual([500, 480]);
});

test('a new key says everything, and no quota where it has no limit', () => {
  const said = toKeyChanges({ ...toKeyValues(undefined, units), name: 'new' }, undefined, units);
  expect(said).toMatchObject({
    name: 'new',
    unlimited_quota: true,
    expired_time: -1,
    budgets: [],
    models: [],
  });
  expect(said).not.toHaveProperty('remain_quota');
});

test('a limit without a model or an amount is none', () => {
  const modelLimits = [
    { model: '', amount: 1 },
    { model: 'o4-mini', amount: '' as const },
  ];
  expect(changed({ modelLimits })).toEqual({ model_limits: {} });
});

test('a local time is the second that it names', () => {
  expect(toSecond(toLocal(1_700_000_100))).toBe(1_700_000_100);
});

test.each([
  [{ model: 'a', amount: 0 }, false],
  [{ model: '', amount: '' }, false],
  [{ model: 'a', amount: '' }, true],
  [{ model: '', amount: 5 }, true],
] as const)('%j is half a limit: %s', (limit, isHalf) => {
  expect(hasHalfLimit({ modelLimits: [{ model: 'b', amount: 1 }, limit] })).toBe(isHalf);
});
