/** Says once that a client has gone. An `AbortSignal` does as well; each request has what costs less than one. */
export interface Gone {
  readonly aborted: boolean;
  addEventListener(type: 'abort', run: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', run: () => void): void;
}

export interface GoneSource {
  gone: Gone;
  /** Only the first call counts. */
  leave(): void;
}

/** Whoever listens is called once, at the latest when it leaves, and never after that. */
export function createGone(): GoneSource {
  let listeners: (() => void)[] = [];
  let aborted = false;
  return {
    gone: {
      get aborted() {
        return aborted;
      },
      addEventListener(_type, run) {
        listeners.push(run);
      },
      removeEventListener(_type, run) {
        const at = listeners.indexOf(run);
        if (at !== -1) listeners.splice(at, 1);
      },
    },
    leave() {
      if (aborted) return;
      aborted = true;
      const told = listeners;
      listeners = [];
      for (const run of told) run();
    },
  };
}

/** For what takes nothing else. */
export function toSignal(gone: Gone): AbortSignal {
  if (gone instanceof AbortSignal) return gone;
  const controller = new AbortController();
  if (gone.aborted) controller.abort();
  else gone.addEventListener('abort', () => controller.abort(), { once: true });
  return controller.signal;
}
