/** Quota units of a US dollar. */
export const unitsPerUsd = 500_000;
/** A billion dollars: far below the units that a JSON number or an int64 would lose. */
export const mostUsd = 1_000_000_000;
/** The most quota units that anybody is given at once. */
export const mostUnits = mostUsd * unitsPerUsd;

const bigUnitsPerUsd = BigInt(unitsPerUsd);
/** A unit is 0.000002 USD. */
const fractionDigits = 6;

/** Quota units as US dollars, exactly: "10.5". */
export function toUsd(units: bigint): string {
  const size = units < 0n ? -units : units;
  const fraction = String((size % bigUnitsPerUsd) * 2n)
    .padStart(fractionDigits, '0')
    .replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${size / bigUnitsPerUsd}${fraction === '' ? '' : `.${fraction}`}`;
}
