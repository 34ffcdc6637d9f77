import { expect, test } from 'vitest';
import type { Item } from './item.ts';
import { createResponseStore } from './response-store.ts';

function saying(id: string, text: string): Item {
  return {
    id,
    type: 'message',
    message: { role: 'assistant', text, mediaParts: 0, calls: [], callId: null },
  };
}

test('the oldest response is forgotten when there are too many', () => {
  const store = createResponseStore().of('key');
  for (let number = 0; number <= 1_000; number += 1)
    store.add(`resp_${number}`, [saying(`msg_${number}`, 'x')]);
  expect(store.conversation('resp_0')).toBeNull();
  expect(store.item('msg_0')).toBeNull();
  expect(store.conversation('resp_1')).toHaveLength(1);
  expect(store.item('msg_1000')?.message?.text).toBe('x');
});

test('the oldest response is forgotten when they are too large together', () => {
  const store = createResponseStore().of('key');
  const large = 'x'.repeat(40 * 1024 * 1024);
  store.add('resp_1', [saying('msg_1', large)]);
  store.add('resp_2', [saying('msg_2', large)]);
  expect(store.conversation('resp_1')).toBeNull();
  expect(store.conversation('resp_2')).toHaveLength(1);
});

test('an account knows its own responses alone', () => {
  const store = createResponseStore();
  store.of('key').add('resp_1', [saying('msg_1', 'x')]);
  expect(store.of('key').conversation('resp_1')).toHaveLength(1);
  expect(store.of('another').conversation('resp_1')).toBeNull();
  expect(store.of('another').item('msg_1')).toBeNull();
});
