import { z } from 'zod';

/** Per cent of the quota after whose use notice is given. Absent: none is given. */
export const softLimitPercent = z
  .int()
  .min(1, 'must be at least 1')
  .max(100, 'must be at most 100')
  .optional();

interface Entry {
  quota_usd?: bigint | undefined;
  soft_limit_percent?: number | undefined;
}

export function isPartOfQuota({ quota_usd, soft_limit_percent }: Entry): boolean {
  return soft_limit_percent === undefined || quota_usd !== undefined;
}

export const partOfNothing = {
  path: ['soft_limit_percent'],
  message: 'needs quota_usd, of which it is a part',
};
