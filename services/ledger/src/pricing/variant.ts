import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Price } from './price.ts';

/**
 * What one variant of a unit costs: the price of its whole name, else of the part before a colon (a size without its
 * quality), else the price for any. A unit that the row does not name is free: a model that is priced by tokens may tell
 * its minutes as well. So is a tool that it does not name. Undefined for a variant without a price beside others that
 * have one: nobody can say what it costs.
 */
export function findVariantRate({ metered }: Price, unit: MeteredUnit, variant: string): bigint | undefined {
  const rates = metered.get(unit);
  if (!rates) return 0n;
  const [part = ''] = variant.split(':');
  const rate = rates.get(variant) ?? rates.get(part) ?? rates.get('');
  return rate ?? (unit === MeteredUnit.TOOL_CALL ? 0n : undefined);
}
