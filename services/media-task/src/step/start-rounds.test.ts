import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterEach, expect, test } from 'vitest';
import { startRounds, type Worker } from './start-rounds.ts';

const neverMs = 3_600_000;

let rounds: Worker | undefined;
afterEach(() => rounds?.stop());

test('what wakes it is looked at without waiting for the nap to be over', async () => {
  let made = 0;
  rounds = startRounds(async () => {
    made += 1;
    return 0;
  }, neverMs);
  await waitFor(() => made === 1, 'it has made a round');
  rounds.wake();
  await waitFor(() => made === 2, 'it makes another');
});

test('what wakes it while a round is made has a round of its own', async () => {
  let made = 0;
  let goOn = (): void => undefined;
  rounds = startRounds(async () => {
    made += 1;
    if (made === 1) await new Promise<void>((resolve) => (goOn = resolve));
    return 0;
  }, neverMs);
  rounds.wake();
  goOn();
  await waitFor(() => made === 2, 'it makes another');
});

test('while something was due it does not sleep, and stopped it makes no more', async () => {
  let due = 3;
  let made = 0;
  rounds = startRounds(async () => {
    made += 1;
    due = Math.max(0, due - 1);
    return due;
  }, neverMs);
  await waitFor(() => due === 0, 'all was done');
  await rounds.stop();
  const before = made;
  rounds.wake();
  await rounds.stop();
  expect(made).toBe(before);
});
