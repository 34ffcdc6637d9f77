import type { StatusAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';

/** What a process said of itself last. */
export interface Heard {
  status: StatusAnnounced;
  /** On the clock of this process. */
  heardAtMs: number;
}

/** The last word of every process that was heard lately. */
export interface StatusBoard {
  hear(status: StatusAnnounced): void;
  /** Oldest first. */
  list(): Heard[];
}

/** Who was silent for four announcements has gone. */
const keptMs = 20_000;
/** Processes that are remembered, at most. Beyond it the one that was heard first is forgotten. */
const maxInstances = 500;

/** @param now monotonic milliseconds. */
export function createStatusBoard(now: () => number): StatusBoard {
  const heard = new Map<string, Heard>();
  const forget = (): void => {
    const oldest = now() - keptMs;
    for (const [instance, { heardAtMs }] of heard) if (heardAtMs < oldest) heard.delete(instance);
  };
  return {
    hear(status) {
      forget();
      heard.delete(status.instance);
      heard.set(status.instance, { status, heardAtMs: now() });
      const [oldest] = heard.keys();
      if (heard.size > maxInstances && oldest !== undefined) heard.delete(oldest);
    },
    list() {
      forget();
      return [...heard.values()];
    },
  };
}
