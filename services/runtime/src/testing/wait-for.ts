import { wait } from '../wait.ts';

const firstPauseMs = 20;
/** A wait that takes longer is asked less often: fifty questions a second cost more than what they ask about. */
const longestPauseMs = 100;
const growth = 1.2;

/**
 * Waits until `check` gives something truthy and returns it. The bound is generous: it ends a wait that
 * would never end, and asserts no speed. With `everyMs` it asks as often to the end.
 */
export async function waitFor<T>(
  check: () => T | Promise<T>,
  what: string,
  { timeoutMs = 30_000, everyMs }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<NonNullable<T>> {
  const end = Date.now() + timeoutMs;
  let pauseMs = everyMs ?? firstPauseMs;
  let last: unknown;
  while (Date.now() < end) {
    try {
      const value = await check();
      if (value) return value;
      last = value;
    } catch (error) {
      last = error;
    }
    await wait(pauseMs);
    if (everyMs === undefined) pauseMs = Math.min(pauseMs * growth, longestPauseMs);
  }
  throw new Error(`Waited ${timeoutMs} ms in vain: ${what}`, { cause: last });
}
