import { expect, test } from 'vitest';
import { quotaChange } from './quota-change.ts';

const id = 'a1b2c3d4-0000-4000-8000-000000000000';
const read = (body: unknown) => quotaChange.safeParse(body);

test.each([
  [{ units: 5 }, 5n],
  [{ units: -5 }, -5n],
  [{ units: '500000000000000' }, 500_000_000_000_000n],
  [{ usd: '2.5' }, 1_250_000n],
  [{ usd: '-2.50' }, -1_250_000n],
  [{ usd: '0.000002' }, 1n],
  [{ usd: '-0.5' }, -250_000n],
  [{ usd: '10' }, 5_000_000n],
])('%j are %s units', (amount, units) => {
  expect(read({ id, reason: 'paid', ...amount }).data).toEqual({ id, reason: 'paid', units });
});

test.each([
  { units: 1.5 },
  { units: 2 ** 53 },
  { units: '1e3' },
  { units: '' },
  { units: null },
  { usd: 2.5 },
  { usd: '2.5000001' },
  { usd: '0.000001' },
  { usd: '1e3' },
  { usd: '' },
  { usd: '.5' },
  {},
  { units: 5, usd: '5' },
])('%j is refused', (amount) => {
  expect(read({ id, reason: 'paid', ...amount }).success).toBe(false);
});

test.each([undefined, null, [], 'text', { units: 5 }, { units: 5, id: 7, reason: 'paid' }, { units: 5, id }])(
  'the body %j is refused',
  (body) => {
    expect(read(body).success).toBe(false);
  },
);

test.each([
  { units: 0 },
  { usd: '0' },
  { usd: '1000000000.01' },
  { usd: `-${'9'.repeat(40)}` },
  { units: '-500000000000001' },
  { units: '9'.repeat(40) },
])('of %j it is said how much is possible, in units and in dollars', (amount) => {
  const { error } = read({ id, reason: 'paid', ...amount });
  expect(error?.issues[0]?.message).toContain('at most 500000000000000 units (1000000000 US dollars)');
});
