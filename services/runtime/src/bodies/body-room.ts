import { fault } from '@headgate/proto/faults';
import { FaultError } from '../errors.ts';

/** Bounds what the bodies of requests, or what is fetched for them, hold of this process: each takes its memory several times over. */
export interface BodyRoom {
  /** The place of one body that a user sends. */
  enter(userId: bigint): BodyPlace;
  /** What all of them hold, in bytes. */
  heldBytes(): number;
}

export interface BodyPlace {
  /**
   * Notes what there is of it, in bytes. Returns why it finds no room: a FaultError 429 where its user's bodies have too much,
   * 503, unstarted, where all have.
   */
  grow(sizeBytes: number): FaultError | undefined;
  /** From now on no more than this is held of it, in bytes. */
  shrink(sizeBytes: number): void;
  /** It is held no longer, or does not come any more. */
  leave(): void;
}

/** What comes in one piece is not counted: it costs a connection for each. */
const smallBytes = 64 * 1024;

/** So much of the room is for one user: the others shall find some. */
const shareOfUser = 3 / 4;

const retryAfterMs = 1_000;

/**
 * @param roomBytes for the bodies of all users.
 * @param onRefused is called for each body that finds none.
 */
export function createBodyRoom(roomBytes: number, onRefused = (): void => {}): BodyRoom {
  const userBytes = roomBytes * shareOfUser;
  /** Users of whom larger bodies are held. */
  const held = new Map<bigint, number>();
  let allBytes = 0;
  return {
    heldBytes: () => allBytes,
    enter(userId) {
      let ownBytes = 0;
      const hold = (sizeBytes: number): number => {
        const all = (held.get(userId) ?? 0) - ownBytes + sizeBytes;
        allBytes += sizeBytes - ownBytes;
        ownBytes = sizeBytes;
        if (all > 0) held.set(userId, all);
        else held.delete(userId);
        return all;
      };
      return {
        grow(sizeBytes) {
          if (sizeBytes <= smallBytes) return undefined;
          const before = ownBytes;
          const isOfUser = hold(sizeBytes) > userBytes;
          if (!isOfUser && allBytes <= roomBytes) return undefined;
          // What is refused takes no room from others.
          hold(before);
          onRefused();
          return isOfUser ? tooManyOfUser() : tooMany();
        },
        shrink(sizeBytes) {
          if (ownBytes > sizeBytes) hold(sizeBytes);
        },
        leave() {
          if (ownBytes > 0) hold(0);
        },
      };
    },
  };
}

function tooManyOfUser(): FaultError {
  const message = 'Too many large requests of this user are being served at the same time.';
  return new FaultError(fault('too_many_requests', { message, retryAfterMs }));
}

function tooMany(): FaultError {
  const message = 'Too many large requests are being served right now. Try again shortly.';
  return new FaultError(fault('service_unavailable', { message, retryAfterMs, notStarted: true }));
}
