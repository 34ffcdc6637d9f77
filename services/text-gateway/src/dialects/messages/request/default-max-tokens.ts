/** The vendor demands a bound on output; clients of the public API may leave it out, and are held to this one. */
export const defaultMaxTokens = 8_192;
