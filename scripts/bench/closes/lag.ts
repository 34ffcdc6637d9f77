import type { Sent } from './publish.ts';

/** Where the cursor was seen. */
export interface Seen {
  lastSeq: number;
  atMs: number;
}

/** How far the ledger was behind. Messages: at each look. Milliseconds: of each message, from sent to booked. */
export interface Lag {
  messages: number[];
  ms: number[];
}

/** Both in the order in which they happened; the last look has all that was sent. */
export function lagOf(sent: readonly Sent[], seen: readonly Seen[]): Lag {
  const end = sent.at(-1)?.atMs ?? 0;
  const messages: number[] = [];
  let published = 0;
  for (const { lastSeq, atMs } of seen) {
    while ((sent[published]?.atMs ?? Number.POSITIVE_INFINITY) <= atMs) published += 1;
    const newest = sent[published - 1];
    // Before the first and after the last there is nothing to be behind of.
    if (newest && atMs <= end) messages.push(Math.max(0, newest.seq - lastSeq));
  }
  let look = 0;
  const ms = sent.map(({ seq, atMs }) => {
    while ((seen[look]?.lastSeq ?? Number.POSITIVE_INFINITY) < seq) look += 1;
    return (seen[look]?.atMs ?? Number.NaN) - atMs;
  });
  return { messages, ms };
}
