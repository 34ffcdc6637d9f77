import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

const never = new AbortController().signal;

test('so many go through at a time, the others in their order', async () => {
  const gate = createGate({ places: 1, queue: 2 });
  const leave = await gate.enter(never);
  const order: string[] = [];
  const second = gate.enter(never).then((next) => {
    order.push('second');
    next?.();
  });
  const third = gate.enter(never).then((next) => {
    order.push('third');
    next?.();
  });
  expect(await gate.enter(never)).toBeUndefined();
  expect(order).toEqual([]);
  leave?.();
  await Promise.all([second, third]);
  expect(order).toEqual(['second', 'third']);
  expect(await gate.enter(never)).toBeTypeOf('function');
});

test('who gives up waiting makes room', async () => {
  const gate = createGate({ places: 1, queue: 1 });
  const leave = await gate.enter(never);
  const patience = new AbortController();
  const waiting = gate.enter(patience.signal);
  patience.abort();
  expect(await waiting).toBeUndefined();
  expect(await gate.enter(patience.signal)).toBeUndefined();
  const next = gate.enter(never);
  leave?.();
  expect(await next).toBeTypeOf('function');
});
