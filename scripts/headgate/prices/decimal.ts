/** As many places as a price may have. */
const mostPlaces = 9;

/**
 * A number as JSON writes it, times a whole number, as an exact decimal: "1.5e-07" times 1,000,000 is "0.15". Undefined for
 * what is no number from 0 on, and for what a price cannot say.
 */
export function multiplyExactly(text: string, factor: bigint): string | undefined {
  const match = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(whole + fraction) * factor;
  const places = fraction.length - Number(exponent);
  const scaled = places < 0 ? digits * 10n ** BigInt(-places) : digits;
  return write(scaled, Math.max(places, 0));
}

function write(scaled: bigint, places: number): string | undefined {
  const text = String(scaled).padStart(places + 1, '0');
  const [whole, fraction] = [text.slice(0, text.length - places), text.slice(text.length - places)];
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > mostPlaces) return undefined;
  return kept ? `${whole}.${kept}` : whole;
}
