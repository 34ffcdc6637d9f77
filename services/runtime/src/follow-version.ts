import type { Service } from './lifecycle.ts';
import { retryUntilDone, wait } from './wait.ts';

/** Without an announcement for this long, the source is asked all the same. */
const pollMs = 5_000;

/** A copy of something of which another process counts versions. */
export interface Follower<T> {
  /** The copy as it last came; undefined until the first one did. A good copy outlives its source. */
  current(): T | undefined;
  /** The source has said at which version it is. */
  announced(version: bigint): void;
  /** Something else says that the source may have changed: it is asked now. Resolves when it has answered, or could not. */
  suspected(): Promise<void>;
}

/**
 * Keeps a copy up to date: pulled when another version is announced, and every few seconds. `name` is what the process waits
 * for until the first one has come.
 * @param pull gives what the source has, or undefined where that is the version that it is told, 0 for none. An older one is
 * right where the source was set back.
 */
export function followVersion<T extends { version: bigint }>(
  { health, log, stopping }: Pick<Service, 'health' | 'log' | 'stopping'>,
  name: string,
  pull: (knownVersion: bigint) => Promise<T | undefined>,
): Follower<T> {
  const condition = health.condition(name);
  let current: T | undefined;
  let pulling: Promise<void> | undefined;

  async function replace(): Promise<void> {
    const pulled = await pull(current?.version ?? 0n);
    if (!pulled) return;
    current = pulled;
    condition.set(true);
    log.info({ [`${name}Version`]: String(pulled.version) }, `${name} loaded`);
  }

  /** One pull at a time; those who ask meanwhile share it. */
  function refresh(): Promise<void> {
    pulling ??= replace().finally(() => {
      pulling = undefined;
    });
    return pulling;
  }

  /** For those who have heard of something newer: what a pull under way brings may be older. */
  async function refreshUnless(isKnown: () => boolean): Promise<void> {
    await pulling?.catch(() => undefined);
    if (!isKnown()) await refresh().catch(() => undefined);
  }

  async function pollForever(): Promise<void> {
    const onError = (error: unknown): void => log.warn({ err: error }, `waiting for the ${name}`);
    for (;;) {
      await retryUntilDone(refresh, { signal: stopping, onError });
      await wait(pollMs, stopping);
    }
  }

  pollForever().catch(() => undefined);
  return {
    current: () => current,
    announced(version) {
      void refreshUnless(() => version === current?.version);
    },
    suspected: () => refreshUnless(() => false),
  };
}
