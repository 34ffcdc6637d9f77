/** Fraction digits that are kept: prices are whole nano-dollars, ratios whole millionths. */
export const priceDigits = 9;
export const ratioDigits = 6;

/** Far above any price, and small enough that every product stays within a few machine words. */
export const wholeDigits = 9;

/**
 * Reads a decimal such as "0.15" exactly, as a whole number of units of its last kept digit. Undefined when
 * it is malformed, negative, or has more digits than are kept.
 */
export function parseDecimal(text: string, digits: number): bigint | undefined {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  const [, whole = '', fraction = ''] = match ?? [];
  if (!match || fraction.length > digits || whole.replace(/^0+/, '').length > wholeDigits) return undefined;
  return BigInt(whole + fraction.padEnd(digits, '0'));
}
