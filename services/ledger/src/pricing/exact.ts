/** A whole number of the last of `digits` decimal places, as the shortest decimal: 150000000 of nine is "0.15". */
export function formatScaled(value: bigint, digits: number): string {
  return formatFraction(value, 10n ** BigInt(digits));
}

/** A fraction as a decimal where there is one, otherwise in lowest terms: "0.004", "1/3". The divisor is above 0. */
export function formatFraction(dividend: bigint, divisor: bigint): string {
  const shared = greatestCommonDivisor(dividend < 0n ? -dividend : dividend, divisor);
  const [top, bottom] = [dividend / shared, divisor / shared];
  const digits = decimalPlaces(bottom);
  if (digits === undefined) return `${top}/${bottom}`;
  const scaled = (top * 10n ** BigInt(digits)) / bottom;
  const text = String(scaled < 0n ? -scaled : scaled).padStart(digits + 1, '0');
  const [whole, fraction] = [text.slice(0, text.length - digits), text.slice(text.length - digits)];
  return `${scaled < 0n ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}

/** How many places it takes to write one part of so many; undefined when none suffice. */
function decimalPlaces(parts: bigint): number | undefined {
  let [twos, fives, rest] = [0, 0, parts];
  for (; rest % 2n === 0n; rest /= 2n) twos += 1;
  for (; rest % 5n === 0n; rest /= 5n) fives += 1;
  return rest === 1n ? Math.max(twos, fives) : undefined;
}

function greatestCommonDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatestCommonDivisor(other, one % other);
}
