import { expect, test } from 'vitest';
import { retryUntilDone, wait } from './wait.ts';

test('a wait ends when its signal does, before or after it began', async () => {
  const abort = new AbortController();
  const waiting = wait(60_000, abort.signal);
  abort.abort(new Error('stop'));
  await expect(waiting).rejects.toThrow('stop');
  await expect(wait(60_000, abort.signal)).rejects.toThrow('stop');
});

test('a call is repeated until it succeeds, and every failure is told', async () => {
  const errors: unknown[] = [];
  let calls = 0;
  const run = async (): Promise<string> => {
    calls += 1;
    if (calls < 3) throw new Error(`failure ${calls}`);
    return 'done';
  };
  const options = {
    signal: new AbortController().signal,
    onError: (e: unknown) => errors.push(e),
    firstMs: 1,
  };
  expect(await retryUntilDone(run, options)).toBe('done');
  expect(errors).toHaveLength(2);
});

test('a stop ends the repetition', async () => {
  const abort = new AbortController();
  const run = async (): Promise<never> => {
    throw new Error('never');
  };
  const onError = (): void => abort.abort(new Error('stop'));
  await expect(retryUntilDone(run, { signal: abort.signal, onError, firstMs: 1 })).rejects.toThrow('stop');
});
