/** A provider that does not answer within this time keeps nobody waiting. */
export const timeoutSeconds = 10;
