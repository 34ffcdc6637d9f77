import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterEach, expect, test } from 'vitest';
import type { Worker } from './pool.ts';
import { startTelling } from './start-telling.ts';

const neverMs = 3_600_000;

let telling: Worker | undefined;
afterEach(() => telling?.stop());

test('an end is told without waiting for the nap to be over', async () => {
  let looks = 0;
  telling = startTelling(async () => {
    looks += 1;
    return 0;
  }, neverMs);
  await waitFor(() => looks === 1, 'it has looked');
  telling.wake();
  await waitFor(() => looks === 2, 'it looks again');
});

test('an end that comes while others are told is told next', async () => {
  let looks = 0;
  let goOn = (): void => undefined;
  telling = startTelling(async () => {
    looks += 1;
    if (looks === 1) await new Promise<void>((resolve) => (goOn = resolve));
    return 0;
  }, neverMs);
  telling.wake();
  goOn();
  await waitFor(() => looks === 2, 'it looks again');
});

test('while something was due it does not sleep, and stopped it looks no more', async () => {
  let due = 3;
  let looks = 0;
  telling = startTelling(async () => {
    looks += 1;
    due = Math.max(0, due - 1);
    return due;
  }, neverMs);
  await waitFor(() => due === 0, 'all was told');
  await telling.stop();
  const before = looks;
  telling.wake();
  await telling.stop();
  expect(looks).toBe(before);
});
