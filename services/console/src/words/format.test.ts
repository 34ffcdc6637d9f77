import { afterEach, expect, test, vi } from 'vitest';
import { createFormat } from './format.ts';
import { quotaDisplayOf } from './quota-display.ts';

const english = createFormat('en');
const chinese = createFormat('zh');
const noon = Date.UTC(2026, 10, 22, 12) / 1_000;

afterEach(() => void vi.unstubAllEnvs());

test.each([
  [0, '$0.00'],
  [1, '$0.000002'],
  [50_000, '$0.10'],
  [61_728, '$0.123456'],
  [500_000, '$1.00'],
  [617_283_945_000, '$1,234,567.89'],
  [-250_000, '-$0.50'],
])('%i quota units are %s', (units, shown) => {
  expect(english.quota(units)).toBe(shown);
});

test.each([
  [0, '$0.00', '¥0.00', '0'],
  [1, '$0.000002', '¥0.000015', '1'],
  [617_283, '$1.234566', '¥9.012332', '617,283'],
  [-617_283_945_001, '-$1,234,567.890002', '-¥9,012,345.597015', '-617,283,945,001'],
])('%i quota units are shown to the unit', (units, ...shown) => {
  const formats = [
    english,
    createFormat('zh', { currency: 'CNY', perUsd: 7.3 }),
    createFormat('en', 'units'),
  ];
  expect(formats.map((format) => format.exactQuota(units))).toEqual(shown);
});

test('quota is shown in the money of the site', () => {
  expect(createFormat('zh', { currency: 'CNY', perUsd: 7.3 }).quota(500_000)).toBe('¥7.30');
});

test('the smallest cost is seen in money of which a dollar is a small part, and can be typed', () => {
  const rates = { usd_exchange_rate: '7.3', custom_exchange_rate: '0.00001' };
  const coins = createFormat('en', quotaDisplayOf({ quota_display_type: 'CUSTOM', ...rates }));
  expect([1, 250, 500_000].map(coins.quota)).toEqual(['¤0.00000000002', '¤0.000000005', '¤0.00001']);
  for (const units of [1, 3, 617_283]) expect(coins.unitsOf(coins.amountOf(units))).toBe(units);
});

test('quota is shown in units where the site wants that', () => {
  const format = createFormat('en', 'units');
  expect([format.quota(1_234_567), format.shortQuota(1_234_567)]).toEqual(['1,234,567', '1.2M']);
});

test.each([
  [noon - 5, '5 seconds ago', '5秒钟前'],
  [noon - 120, '2 minutes ago', '2分钟前'],
  [noon - 7_200, '2 hours ago', '2小时前'],
  [noon - 3 * 86_400, '3 days ago', '3天前'],
  [noon + 30 * 86_400, 'in 30 days', '30天后'],
])('%i is %s', (second, inEnglish, inChinese) => {
  expect(english.ago(second, noon * 1_000)).toBe(inEnglish);
  expect(chinese.ago(second, noon * 1_000)).toBe(inChinese);
});

test('a time has its year where it is not this one', () => {
  expect(english.time(noon, noon * 1_000)).not.toContain('2026');
  expect(english.time(noon - 400 * 86_400, noon * 1_000)).toContain('2025');
});

test.each(['America/Los_Angeles', 'UTC', 'Asia/Shanghai'])('a day keeps its date in %s', (zone) => {
  vi.stubEnv('TZ', zone);
  const format = createFormat('en');
  const midnight = Date.UTC(2026, 10, 22) / 1_000;
  expect([format.moment(midnight, 'day'), format.tick(midnight, 'days')]).toEqual(['Nov 22', 'Nov 22']);
  const shown = { 'America/Los_Angeles': 'Nov 21', UTC: 'Nov 22', 'Asia/Shanghai': 'Nov 22' }[zone];
  expect(format.tick(midnight, 'longer')).toBe(shown);
});

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_049, '1 s'],
  [63_210, '63.2 s'],
])('%i ms are %s', (ms, shown) => {
  expect(english.duration(ms)).toBe(shown);
});

test('a change has its sign', () => {
  expect([english.change(0.254), english.change(-0.5), english.change(0)]).toEqual(['+25%', '-50%', '0%']);
});

test('a unit comes back from the amount that people read and type for it', () => {
  const yuan = createFormat('zh', { currency: 'CNY', perUsd: 7.3 });
  expect(yuan.amountOf(500_000)).toBe(7.3);
  for (const units of [1, 3, 617_283_945_001]) expect(yuan.unitsOf(yuan.amountOf(units))).toBe(units);
  expect([english.currencySign, yuan.currencySign]).toEqual(['$', '¥']);
});

test('an amount that was typed is shown as it was typed, though a unit is no round number of it', () => {
  const yuan = createFormat('zh', { currency: 'CNY', perUsd: 7.3 });
  const typed = [0, 0.01, 10, 20, 99.99, 1_234.5, 1_000_000];
  expect(typed.map((amount) => yuan.amountOf(yuan.unitsOf(amount)))).toEqual(typed);
});

test('a day has its year', () => {
  expect(english.day(noon)).toBe('Nov 22, 2026');
});

test.each([
  ['EUR', '€1.50'],
  ['credits', '1.5 credits'],
  ['', '1.5'],
])('an amount of %j, as an upstream calls it, is %s', (currency, shown) => {
  expect(english.money(1.5, currency)).toBe(shown);
});
