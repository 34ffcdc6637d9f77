/** What the clients of a soak have seen. */
export interface Tally {
  asked: number;
  failed: number;
  /** How often each kind of thing was asked. */
  kinds: Map<string, number>;
  /** In words, and how often. */
  troubles: Map<string, number>;
}

/** An hour of trouble says the same again and again. */
const differentTroubles = 50;

export function createTally(): Tally {
  return { asked: 0, failed: 0, kinds: new Map(), troubles: new Map() };
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
    if (tally.troubles.has(line) || tally.troubles.size < differentTroubles) increment(tally.troubles, line);
    return false;
  }
}

function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
