import type { GroupRatio } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { ratioDigits } from './decimal.ts';
import { formatScaled } from './exact.ts';
import type { Ratio } from './ratio.ts';

/** A ratio as it would be sent to say the same. */
export function writeRatio(group: string, { base, models }: Ratio): GroupRatio {
  const own = [...models].map(([model, ratio]) => [model, formatScaled(ratio, ratioDigits)] as const);
  return { group, ratio: formatScaled(base, ratioDigits), models: Object.fromEntries(own) };
}
