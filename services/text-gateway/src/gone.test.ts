import { expect, test } from 'vitest';
import { createGone, toSignal } from './gone.ts';

test('whoever listens is told once, and whoever stopped is not', () => {
  const { gone, leave } = createGone();
  const told: string[] = [];
  const stopped = (): void => void told.push('stopped');
  gone.addEventListener('abort', () => told.push('one'));
  gone.addEventListener('abort', stopped);
  gone.addEventListener('abort', () => told.push(`other ${gone.aborted}`));
  gone.removeEventListener('abort', stopped);
  expect(gone.aborted).toBe(false);
  leave();
  leave();
  expect(told).toEqual(['one', 'other true']);
});

test('who stops listening while it is told has no hold on the others', () => {
  const { gone, leave } = createGone();
  const told: string[] = [];
  const first = (): void => {
    told.push('first');
    gone.removeEventListener('abort', first);
  };
  gone.addEventListener('abort', first);
  gone.addEventListener('abort', () => told.push('second'));
  leave();
  expect(told).toEqual(['first', 'second']);
});

test('a signal of it is aborted with it, also when it has gone before', () => {
  const { gone, leave } = createGone();
  const early = toSignal(gone);
  expect(early.aborted).toBe(false);
  leave();
  expect(early.aborted).toBe(true);
  expect(toSignal(gone).aborted).toBe(true);
  expect(toSignal(early)).toBe(early);
});
