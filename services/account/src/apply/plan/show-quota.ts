const unitsPerUsd = 500_000n;
/** A unit is 0.000002 USD. */
const fractionDigits = 6;

/** "unlimited", or what the file grants: "10 USD". */
export function showQuota(row: { unlimited: boolean; grantedUnits: bigint }): string {
  return row.unlimited ? 'unlimited' : showUnits(row.grantedUnits);
}

/** Quota units, not negative, as US dollars, exactly. */
export function showUnits(units: bigint): string {
  const fraction = String((units % unitsPerUsd) * 2n)
    .padStart(fractionDigits, '0')
    .replace(/0+$/, '');
  return `${units / unitsPerUsd}${fraction === '' ? '' : `.${fraction}`} USD`;
}
