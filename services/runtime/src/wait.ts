/** Resolves after `ms`, or rejects with the signal's reason when it is aborted first. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/**
 * Calls `run` until it succeeds, with growing pauses of `firstMs` to `lastMs` and a random part, so that
 * many callers do not return at the same moment. Ends only by success or by `signal`.
 */
export async function retryUntilDone<T>(
  run: () => Promise<T>,
  options: { signal: AbortSignal; onError: (error: unknown) => void; firstMs?: number; lastMs?: number },
): Promise<T> {
  const { signal, onError, firstMs = 100, lastMs = 2_000 } = options;
  for (let pauseMs = firstMs; ; pauseMs = Math.min(pauseMs * 2, lastMs)) {
    signal.throwIfAborted();
    try {
      return await run();
    } catch (error) {
      signal.throwIfAborted();
      onError(error);
    }
    await wait(pauseMs * (0.5 + Math.random() / 2), signal);
  }
}
