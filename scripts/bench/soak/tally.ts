/** What the clients of a soak have seen. */
export interface Tally {
  asked: number;
  failed: number;
  /** How often each kind of thing was asked. */
  kinds: Map<string, number>;
  /** In words, and how often. */
  troubles: Map<string, number>;
  /** Tells each when it is met for the first time. */
  say(line: string): void;
}

/** An hour of trouble says the same again and again. */
const differentTroubles = 50;

export function createTally(say: (line: string) => void): Tally {
  return { asked: 0, failed: 0, kinds: new Map(), troubles: new Map(), say };
}

/** Does one thing, and counts it; what it throws is a failure, and goes no further. Gives whether it came off. */
export async function count(tally: Tally, kind: string, run: () => Promise<void>): Promise<boolean> {
  tally.asked += 1;
  increment(tally.kinds, kind);
  try {
    await run();
    return true;
  } catch (error) {
    tally.failed += 1;
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    const line = `${kind}: ${error instanceof Error ? error.message : String(error)}${cause}`.slice(0, 400);
    note(tally, line);
    return false;
  }
}

function note({ troubles, say }: Tally, line: string): void {
  const isNew = !troubles.has(line);
  if (isNew && troubles.size >= differentTroubles) return;
  if (isNew) say(line);
  increment(troubles, line);
}

function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
