/** An answer that is being read. */
export interface Reading {
  pause(): void;
  resume(): void;
}

/** What the answers to one task take. */
export interface RoomShare {
  /** Counts bytes that were read, and pauses the reading where another answer has to come to its end first. */
  take(bytes: number, reading: Reading): void;
}

/** Bounds what the answers that a process holds come to. */
export interface AnswerRoom {
  /** Lends a share until the work is done. */
  share<T>(work: (share: RoomShare) => Promise<T>): Promise<T>;
}

interface Holder {
  bytes: number;
  paused: Reading | undefined;
}

/**
 * Once the answers hold more than so many bytes the largest alone is read on, so that there is always one that comes to its end. The
 * others wait in their connections.
 */
export function createAnswerRoom(roomBytes: number): AnswerRoom {
  const holders = new Set<Holder>();
  let heldBytes = 0;

  function take(holder: Holder, bytes: number, reading: Reading): void {
    if (!holders.has(holder)) return;
    holder.bytes += bytes;
    heldBytes += bytes;
    if (heldBytes <= roomBytes || holder === largestOf(holders)) return;
    holder.paused = reading;
    reading.pause();
  }

  function letGoOn(): void {
    const largest = heldBytes > roomBytes ? largestOf(holders) : undefined;
    for (const holder of largest ? [largest] : holders) {
      const { paused } = holder;
      holder.paused = undefined;
      paused?.resume();
    }
  }

  return {
    async share(work) {
      const holder: Holder = { bytes: 0, paused: undefined };
      holders.add(holder);
      try {
        return await work({ take: (bytes, reading) => take(holder, bytes, reading) });
      } finally {
        holders.delete(holder);
        heldBytes -= holder.bytes;
        letGoOn();
      }
    },
  };
}

function largestOf(holders: Iterable<Holder>): Holder | undefined {
  let largest: Holder | undefined;
  for (const holder of holders) if (!largest || holder.bytes > largest.bytes) largest = holder;
  return largest;
}
