import type { GroupRatio, GroupRatioChange } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { RatioChange } from './apply-prices.ts';
import { ratioDigits } from './decimal.ts';
import { formatScaled } from './exact.ts';
import type { Ratio } from './ratio.ts';

export function writeRatioChange({ group, before, after }: RatioChange): GroupRatioChange {
  return { group, before: before && writeRatio(group, before), after: after && writeRatio(group, after) };
}

/** A ratio as it would be sent to say the same. */
export function writeRatio(group: string, { base, models }: Ratio): GroupRatio {
  const own = [...models].map(([model, ratio]) => [model, formatScaled(ratio, ratioDigits)] as const);
  return { group, ratio: formatScaled(base, ratioDigits), models: Object.fromEntries(own) };
}
