import type { Bill } from '../../api/bill.ts';
import { exactNumber } from '../../words/exact-number.ts';
import { unitsPerUsd } from '../../words/units-per-usd.ts';

/** Quotients have many digits, and may be shortened where they are written. */
const tolerance = 1e-9;

/**
 * Whether what was booked is what its parts come to, worked out anew: lines, sum, ratio and rounding. Undefined where there is
 * nothing to work with.
 */
export function billAgrees({
  kind,
  quota,
  derivation,
}: Pick<Bill, 'kind' | 'quota' | 'derivation'>): boolean | undefined {
  if (kind === 'interrupted') return quota === 0;
  if (derivation?.unpriced !== '') return undefined;
  const { lines, ratio, quota: rounded } = derivation;
  const [sum, exact] = [exactNumber(derivation.sum_usd), exactNumber(derivation.exact_quota)];
  const total = lines.reduce(
    (usd, { quantity, rate_usd: rate, per }) => usd + (quantity * Number(rate)) / per,
    0,
  );
  return (
    lines.every(({ quantity, rate_usd: rate, per, usd }) =>
      isSame((quantity * Number(rate)) / per, exactNumber(usd)),
    ) &&
    isSame(total, sum) &&
    isSame(sum * Number(ratio) * unitsPerUsd, exact) &&
    Math.abs(exact - rounded) <= 0.5 + tolerance * Math.max(1, rounded) &&
    rounded === quota
  );
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b));
}
