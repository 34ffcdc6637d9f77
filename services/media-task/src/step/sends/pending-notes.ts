/** What vendors call tasks, on its way to a database that is away. Nobody else knows it: a stop waits for it. */
export interface PendingNotes {
  add(note: Promise<void>): void;
  /** Resolves when each has been written, or given up. */
  settled(): Promise<void>;
}

export function createPendingNotes(): PendingNotes {
  const pending = new Set<Promise<void>>();
  return {
    add(note) {
      const whole = note.finally(() => pending.delete(whole));
      pending.add(whole);
    },
    async settled() {
      await Promise.allSettled(pending);
    },
  };
}
