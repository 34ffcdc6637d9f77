/**
 * Tokens as a vendor counts them. Undefined for what is no count, whose close could not be booked, and for zero: what was made
 * counts something, and who says zero does not know.
 */
export function readTokens(value: unknown): bigint | undefined {
  const tokens = typeof value === 'number' ? Math.round(value) : 0;
  return Number.isSafeInteger(tokens) && tokens > 0 ? BigInt(tokens) : undefined;
}
