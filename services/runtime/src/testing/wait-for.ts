import { wait } from '../wait.ts';

/**
 * Waits until `check` gives something truthy and returns it. The bound is generous: it ends a wait that
 * would never end, and asserts no speed.
 */
export async function waitFor<T>(
  check: () => T | Promise<T>,
  what: string,
  { timeoutMs = 30_000, everyMs = 20 } = {},
): Promise<NonNullable<T>> {
  const end = Date.now() + timeoutMs;
  let last: unknown;
  while (Date.now() < end) {
    try {
      const value = await check();
      if (value) return value;
      last = value;
    } catch (error) {
      last = error;
    }
    await wait(everyMs);
  }
  throw new Error(`Waited ${timeoutMs} ms in vain: ${what}`, { cause: last });
}
