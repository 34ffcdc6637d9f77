import { z } from 'zod';

/** What may still be spent, as it is shown and may be sent back: below nothing, and above what is given at once, it stays. */
export const remainAsShown = z
  .int()
  .describe('Quota units that may still be spent; below 0, where more was used than was granted: it stays');

/** What an audit says of it. Less than nothing is given to nobody, whatever was sent. */
export function auditedRemain(units: number | undefined): { remain_quota?: [undefined, number] } {
  return units === undefined || units < 0 ? {} : { remain_quota: [undefined, units] };
}
