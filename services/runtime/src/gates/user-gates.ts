import { createGate, type Gate } from './gate.ts';

/** A gate for each user who has requests open. */
export interface UserGates {
  /** That of a user, until it is given back as often as it was taken. */
  take(userId: bigint): Gate;
  giveBack(userId: bigint): void;
}

/** Each lets so many of one user through at a time, while so many more wait. */
export function createUserGates(room: { places: number; queue: number }): UserGates {
  const gates = new Map<bigint, { gate: Gate; takers: number }>();
  return {
    take(userId) {
      const own = gates.get(userId) ?? { gate: createGate(room), takers: 0 };
      own.takers += 1;
      gates.set(userId, own);
      return own.gate;
    },
    giveBack(userId) {
      const own = gates.get(userId);
      if (!own) return;
      own.takers -= 1;
      if (own.takers === 0) gates.delete(userId);
    },
  };
}
