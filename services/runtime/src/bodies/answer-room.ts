/** An answer that is being read. */
export interface Reading {
  pause(): void;
  resume(): void;
}

/** What the answers to one task or request take. */
export interface RoomShare {
  /** Counts bytes that were read, and pauses the reading where another answer has to come to its end first. */
  take(bytes: number, reading: Reading): void;
}

export interface OpenShare extends RoomShare {
  /** Nothing of it is held any more. */
  leave(): void;
}

/** Bounds what the answers that a process holds come to. */
export interface AnswerRoom {
  enter(): OpenShare;
  /** Lends a share until the work is done. */
  share<T>(work: (share: RoomShare) => Promise<T>): Promise<T>;
  /** What all answers hold, and how many of them are not read until others have come to their ends. */
  held(): { bytes: number; waiting: number };
}

interface Holder {
  bytes: number;
  paused: Reading | undefined;
  /** What it had when it was last looked at; whether nothing has come since. */
  seenBytes: number;
  isSilent: boolean;
}

/** Vendors cut a connection that is not read for a minute or so. */
const lookEveryMs = 10_000;

/**
 * Once the answers hold more than so many bytes the largest alone is read on, so that there is always one that comes to its end. The
 * others wait in their connections; for one of which nothing comes any more they do not.
 */
export function createAnswerRoom(roomBytes: number): AnswerRoom {
  const holders = new Set<Holder>();
  let heldBytes = 0;
  let looking: NodeJS.Timeout | undefined;

  function take(holder: Holder, bytes: number, reading: Reading): void {
    if (!holders.has(holder)) return;
    holder.bytes += bytes;
    holder.isSilent = false;
    heldBytes += bytes;
    if (heldBytes <= roomBytes || holder === largestOf(holders)) return;
    holder.paused = reading;
    reading.pause();
    looking ??= setInterval(look, lookEveryMs).unref();
  }

  function look(): void {
    for (const holder of holders) {
      holder.isSilent = !holder.paused && holder.bytes === holder.seenBytes;
      holder.seenBytes = holder.bytes;
    }
    letGoOn();
  }

  function letGoOn(): void {
    const largest = heldBytes > roomBytes ? largestOf(holders) : undefined;
    for (const holder of largest ? [largest] : holders) {
      const { paused } = holder;
      holder.paused = undefined;
      paused?.resume();
    }
    if ([...holders].some(({ paused }) => paused)) return;
    clearInterval(looking);
    looking = undefined;
  }

  function enter(): OpenShare {
    const holder: Holder = { bytes: 0, paused: undefined, seenBytes: 0, isSilent: false };
    holders.add(holder);
    return {
      take: (bytes, reading) => take(holder, bytes, reading),
      leave() {
        if (!holders.delete(holder)) return;
        heldBytes -= holder.bytes;
        letGoOn();
      },
    };
  }

  return {
    enter,
    async share(work) {
      const share = enter();
      try {
        return await work(share);
      } finally {
        share.leave();
      }
    },
    held: () => ({ bytes: heldBytes, waiting: [...holders].filter(({ paused }) => paused).length }),
  };
}

/** Of those of which something comes, or is kept waiting. */
function largestOf(holders: Iterable<Holder>): Holder | undefined {
  let largest: Holder | undefined;
  for (const holder of holders)
    if (!holder.isSilent && (!largest || holder.bytes > largest.bytes)) largest = holder;
  return largest;
}
