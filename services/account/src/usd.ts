const unitsPerUsd = 500_000n;
/** A unit is 0.000002 USD. */
const fractionDigits = 6;

/** Quota units, not negative, as US dollars, exactly: "10.5". */
export function toUsd(units: bigint): string {
  const fraction = String((units % unitsPerUsd) * 2n)
    .padStart(fractionDigits, '0')
    .replace(/0+$/, '');
  return `${units / unitsPerUsd}${fraction === '' ? '' : `.${fraction}`}`;
}
