/**
 * What one variant of a unit costs, as the ledger reads its price rows: the rate of the whole name, else of the part before
 * a colon (a size without its quality), else the rate for any.
 */
export function findVariantRate(rates: ReadonlyMap<string, bigint>, variant: string): bigint | undefined {
  return findOwnRate(rates, variant) ?? rates.get('');
}

/** The same without the rate for any. */
export function findOwnRate(rates: ReadonlyMap<string, bigint>, variant: string): bigint | undefined {
  const [part = ''] = variant.split(':');
  return rates.get(variant) ?? rates.get(part);
}
