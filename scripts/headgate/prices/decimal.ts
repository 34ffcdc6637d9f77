/** As many places as a price may have. */
const mostPlaces = 9;

/**
 * A number as JSON writes it, times a whole number, as an exact decimal: "1.5e-07" times 1,000,000 is "0.15". Undefined for
 * what is no number from 0 on, and for what a price cannot say.
 */
export function multiplyExactly(text: string, factor: bigint): string | undefined {
  const read = readNumber(text);
  if (!read) return undefined;
  const digits = read.digits * factor;
  const scaled = read.places < 0 ? digits * 10n ** BigInt(-read.places) : digits;
  return write(scaled, Math.max(read.places, 0));
}

/** The product of two such numbers, as JSON may write it. Undefined where one of them is none from 0 on. */
export function multiplyTexts(one: string, other: string): string | undefined {
  const [left, right] = [readNumber(one), readNumber(other)];
  return left && right && `${left.digits * right.digits}e${-(left.places + right.places)}`;
}

function readNumber(text: string): { digits: bigint; places: number } | undefined {
  const match = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  return { digits: BigInt(whole + fraction), places: fraction.length - Number(exponent) };
}

function write(scaled: bigint, places: number): string | undefined {
  const text = String(scaled).padStart(places + 1, '0');
  const [whole, fraction] = [text.slice(0, text.length - places), text.slice(text.length - places)];
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > mostPlaces) return undefined;
  return kept ? `${whole}.${kept}` : whole;
}
