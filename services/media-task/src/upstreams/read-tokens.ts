/** More than anything made has: -1 in 32 bits is said as well. */
const mostTokens = 2 ** 30;

/**
 * Tokens as a vendor counts them. Undefined for what is no count, whose close could not be booked, or cannot be one, and for
 * zero: what was made counts something, and who says zero does not know.
 */
export function readTokens(value: unknown): bigint | undefined {
  const tokens = typeof value === 'number' ? Math.round(value) : 0;
  return tokens > 0 && tokens <= mostTokens ? BigInt(tokens) : undefined;
}
