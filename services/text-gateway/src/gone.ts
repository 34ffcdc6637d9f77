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

class ClientGone implements Gone {
  aborted = false;
  /** Copied rather than pushed to, which makes room for many: each open stream has one of these. */
  #listeners: (() => void)[] = [];

  addEventListener(_type: 'abort', run: () => void): void {
    this.#listeners = [...this.#listeners, run];
  }

  removeEventListener(_type: 'abort', run: () => void): void {
    const at = this.#listeners.indexOf(run);
    if (at !== -1) this.#listeners.splice(at, 1);
  }

  leave(): void {
    if (this.aborted) return;
    this.aborted = true;
    const told = this.#listeners;
    this.#listeners = [];
    for (const run of told) run();
  }
}

/** Whoever listens is called once, at the latest when it leaves, and never after that. */
export function createGone(): GoneSource {
  const gone = new ClientGone();
  return { gone, leave: () => gone.leave() };
}

/** For what takes nothing else. */
export function toSignal(gone: Gone): AbortSignal {
  if (gone instanceof AbortSignal) return gone;
  const controller = new AbortController();
  if (gone.aborted) controller.abort();
  else gone.addEventListener('abort', () => controller.abort(), { once: true });
  return controller.signal;
}
