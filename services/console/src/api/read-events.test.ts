import { expect, test } from 'vitest';
import { readEvents, type ServerEvent } from './read-events.ts';

const text =
  ': waiting\n\ndata: {"a":1}\n\nevent: done\r\ndata: first: "é"\r\ndata: second\r\n\r\ndata: half of on';
const events = [
  { name: 'message', data: '{"a":1}' },
  { name: 'done', data: 'first: "é"\nsecond' },
];

test.each([1, 2, 7, 1_000])('events are whole however they are cut: pieces of %i bytes', async (size) => {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
      controller.close();
    },
  });
  const read: ServerEvent[] = [];
  for await (const event of readEvents(body)) read.push(event);
  expect(read).toEqual(events);
});

test('who stops reading lets go of the answer', async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
    cancel() {
      isCancelled = true;
    },
  });
  for await (const { data } of readEvents(body)) {
    expect(data).toBe('1');
    break;
  }
  expect(isCancelled).toBe(true);
});
