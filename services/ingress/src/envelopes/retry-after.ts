/** Whole seconds, rounded up: whoever waits that long is let in. */
export function retryAfter(ms: number): string {
  return String(Math.max(1, Math.ceil(ms / 1_000)));
}
