/** Keeps an outage of all upstreams from being multiplied by retries. */
export interface RetryBudget {
  /** Notes a request, which earns a part of a retry. */
  request(): void;
  /** Whether a retry may be made; then it is spent. */
  take(): boolean;
}

export interface RetryBudgetOptions {
  /** Retries for each request, in the long run. */
  share: number;
  /** Retries that few requests may make all the same, within ten seconds; no more than these are ever saved up. */
  reserve: number;
  /** Monotonic milliseconds. */
  now: () => number;
}

const reserveRefillMs = 10_000;

export function createRetryBudget({ share, reserve, now }: RetryBudgetOptions): RetryBudget {
  let saved = reserve;
  let savedAtMs = now();
  return {
    request() {
      saved = Math.min(reserve, saved + share);
    },
    take() {
      const nowMs = now();
      saved = Math.min(reserve, saved + ((nowMs - savedAtMs) / reserveRefillMs) * reserve);
      savedAtMs = nowMs;
      if (saved < 1) return false;
      saved -= 1;
      return true;
    },
  };
}
