import { expect, test, vi } from 'vitest';
import { createSharedThrottle } from './leases/shared-throttle.ts';
import { createSharingCounts } from './leases/sharing-counts.ts';
import { createScriptedLink } from './leases/testing/scripted-link.ts';
import { createThrottle, type Throttle } from './throttle.ts';

const limit = 3;
const windowMs = 60_000;

/** Counts as many attempts at once; answers how many were let through. */
async function countAll(throttle: Throttle, attempts: number): Promise<number> {
  const outcomes = await Promise.allSettled(
    Array.from({ length: attempts }, () => throttle.count('192.0.2.1')),
  );
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

test.each<[string, () => Throttle & { stop?(): Promise<void> }]>([
  ['counted in memory', () => createThrottle(limit, windowMs)],
  [
    'counted together',
    () =>
      createSharedThrottle({
        kind: 'test',
        limit,
        windowMs,
        link: { ...createScriptedLink(), isJoined: () => false },
        counts: createSharingCounts(),
      }),
  ],
])('attempts that were turned away are not held against an address, %s', async (_, create) => {
  const throttle = create();
  expect(await countAll(throttle, 10)).toBe(limit);
  await expect(throttle.check('192.0.2.1')).rejects.toThrow();
  // All that were let through turn out to be good.
  for (let attempt = 0; attempt < limit; attempt += 1) await throttle.forgive('192.0.2.1');
  expect(await countAll(throttle, 10)).toBe(limit);
  expect(await countAll(throttle, 1)).toBe(0);
  await throttle.stop?.();
});

test('an address is turned away for a window at most where the clock was set back', async () => {
  vi.useFakeTimers();
  try {
    const throttle = createThrottle(limit, windowMs);
    await countAll(throttle, limit);
    vi.setSystemTime(Date.now() - 3_600_000);
    const refused = { fault: { retryAfterMs: windowMs } };
    await expect(throttle.check('192.0.2.1')).rejects.toMatchObject(refused);
    await expect(throttle.count('192.0.2.1')).rejects.toMatchObject(refused);
    vi.advanceTimersByTime(windowMs);
    await throttle.check('192.0.2.1');
  } finally {
    vi.useRealTimers();
  }
});
