const minuteMs = 60_000;

/** How far polls of a task are apart, in units of the first pause, by how long ago it was submitted. */
const paces = [
  { untilMs: minuteMs, pauses: 1 },
  { untilMs: 5 * minuteMs, pauses: 2 },
  { untilMs: 30 * minuteMs, pauses: 4 },
  { untilMs: Number.POSITIVE_INFINITY, pauses: 12 },
];

/** Tasks that were made together must not be polled together for ever. */
const jitter = 0.2;

/** When a task that goes well is looked at next, in milliseconds from now. */
export function nextPollMs(ageMs: number, pollMs: number, random = Math.random()): number {
  const pace = paces.find(({ untilMs }) => ageMs < untilMs * (pollMs / 5_000));
  return jittered((pace?.pauses ?? 1) * pollMs, random);
}

const longestPauseMs = 60_000;

/** When a poll that went wrong is tried again: later each time, and not before the vendor wants. */
export function nextTryMs(
  count: number,
  { pollMs, retryAfterMs = 0 }: { pollMs: number; retryAfterMs?: number },
  random = Math.random(),
): number {
  const backoff = Math.min(pollMs * 2 ** Math.min(count - 1, 10), Math.max(longestPauseMs, pollMs));
  return Math.max(jittered(backoff, random), retryAfterMs);
}

/** Looks that may go wrong one after the other until a task is given up whose time is over. */
export const lateLooks = 5;

function jittered(ms: number, random: number): number {
  return Math.round(ms * (1 - jitter + 2 * jitter * random));
}
