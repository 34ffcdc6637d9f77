/** Bounds what the bodies of one user hold of this process while they come: a kilobyte that is compressed may be a megabyte here. */
export interface BodyRoom {
  /** The place of one body that a user sends. */
  enter(userId: bigint): BodyPlace;
}

export interface BodyPlace {
  /** Notes what has come of it, in bytes. False: the user's bodies together have no more room. */
  grow(sizeBytes: number): boolean;
  /** It has come, or does not come any more. */
  leave(): void;
}

/** What comes in one piece is not counted: it costs a connection for each. */
const smallBytes = 64 * 1024;

/** @param roomBytes of each user. */
export function createBodyRoom(roomBytes: number): BodyRoom {
  /** Users of whom larger bodies are on their way. */
  const held = new Map<bigint, number>();
  return {
    enter(userId) {
      let ownBytes = 0;
      const hold = (sizeBytes: number): void => {
        const all = (held.get(userId) ?? 0) - ownBytes + sizeBytes;
        ownBytes = sizeBytes;
        if (all > 0) held.set(userId, all);
        else held.delete(userId);
      };
      return {
        grow(sizeBytes) {
          if (sizeBytes <= smallBytes) return true;
          hold(sizeBytes);
          return (held.get(userId) ?? 0) <= roomBytes;
        },
        leave() {
          if (ownBytes > 0) hold(0);
        },
      };
    },
  };
}
