import { z } from 'zod';
import { mostUnits } from '../usd.ts';

/** What may still be spent, as it is shown and may be sent back. */
export const remainAsShown = z
  .int()
  .describe(
    `Quota units that may still be spent; below 0, where more was used than was granted, and above ${mostUnits}, it stays`,
  );

/** What an audit says of it. Less than nothing is given to nobody, nor is more than is given at once, whatever was sent. */
export function auditedRemain(units: number | undefined): { remain_quota?: [undefined, number] } {
  return units === undefined || units < 0 || units > mostUnits ? {} : { remain_quota: [undefined, units] };
}
