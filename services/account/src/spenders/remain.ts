import { z } from 'zod';
import { mostUnits } from '../usd.ts';

/** What may still be spent, as it is shown and may be sent back. */
export const remainAsShown = z
  .int()
  .max(mostUnits)
  .describe('Quota units that may still be spent; below 0, where more was used than was granted: it stays');

/** What an audit says of it. Less than nothing is given to nobody, whatever was sent. */
export function auditedRemain(units: number | undefined): { remain_quota?: [undefined, number] } {
  return units === undefined || units < 0 ? {} : { remain_quota: [undefined, units] };
}
