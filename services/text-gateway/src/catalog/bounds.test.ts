import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { GetBoundsResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { expect, test } from 'vitest';
import { readBounds } from './bounds.ts';

test('bounds by ratio are a model’s rates times its group’s ratio, rounded up', () => {
  const bounds = readBounds(
    GetBoundsResponse.fromPartial({
      version: 7n,
      rates: [
        {
          model: 'm',
          input: 3_000_000_000n,
          output: 15_000_000_000n,
          call: 100n,
          metered: [{ unit: MeteredUnit.IMAGE, variant: '1K', units: 20_000_000n }],
        },
        { model: 'dearest', input: 999_999_999_000_000_000n },
      ],
      ratios: [
        { group: 'default', base: 1_000_000n },
        { group: 'vip', base: 500_000n, models: [{ model: 'm', ratio: 2_000_000n }] },
        { group: 'dear', base: 999_999_999_000_000n },
      ],
    }),
  );
  expect(bounds.version).toBe(7n);
  const image = { unit: MeteredUnit.IMAGE, variant: '1K' };
  const usual = { input: 1_500_000n, output: 7_500_000n, call: 1n, metered: [{ ...image, units: 10_000n }] };
  expect(bounds.of('m', 'default')).toEqual({ model: 'm', group: 'default', ...usual });
  expect(bounds.of('m', 'vip')).toMatchObject({ input: 3_000_000n, output: 15_000_000n, group: 'vip' });
  expect(bounds.of('dearest', 'vip')).toMatchObject({ input: 249_999_999_750_000n, output: 0n });
  expect(bounds.of('dearest', 'dear')?.input).toBe(2n ** 63n - 1n);
  expect(bounds.of('m', 'default')).toBe(bounds.of('m', 'default'));
  expect([bounds.of('unknown', 'default'), bounds.of('m', 'unknown')]).toEqual([undefined, undefined]);
});

test('a ledger of before tells the bounds themselves', () => {
  const told = { model: 'm', group: 'vip', input: 5n };
  const bounds = readBounds(GetBoundsResponse.fromPartial({ version: 7n, bounds: [told] }));
  expect(bounds.of('m', 'vip')).toMatchObject(told);
});
