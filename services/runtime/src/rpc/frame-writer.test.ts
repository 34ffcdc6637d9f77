import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { createFrameWriter, type FrameWriter } from './frame-writer.ts';

let messages: string[][];
let done: () => void;
let writer: FrameWriter<string>;

beforeEach(() => {
  messages = [];
  writer = createFrameWriter<string>({
    write(frames, written) {
      messages.push(frames);
      done = written;
    },
    bytesOf: (frame) => frame.length,
  });
});

test('what is said in one turn goes as one message', async () => {
  writer.push('a');
  writer.push('b');
  expect(messages).toEqual([]);
  await turn();
  expect(messages).toEqual([['a', 'b']]);
});

test('what is said while a message is on its way goes as the next one, at once', async () => {
  writer.push('a');
  await turn();
  writer.push('b');
  await turn();
  writer.push('c');
  expect(messages).toEqual([['a']]);
  done();
  expect(messages).toEqual([['a'], ['b', 'c']]);
});

test('a message takes no more than it should, and nothing is lost or changes its place', async () => {
  const large = 'x'.repeat(100_000);
  const pushed = ['1', large, '2', large, '3', large, '4'];
  for (const frame of pushed) writer.push(frame);
  expect(writer.waitingBytes()).toBe(300_004);
  await turn();
  while (writer.waitingBytes() > 0) done();
  expect(messages.flat()).toEqual(pushed);
  expect(messages.length).toBeGreaterThan(1);
  for (const message of messages) expect(message.join('').length).toBeLessThan(300_000);
});

test('the end gives back what was not written', async () => {
  writer.push('a');
  await turn();
  writer.push('b');
  expect(writer.end()).toEqual(['b']);
  writer.push('c');
  done();
  await turn();
  expect(messages).toEqual([['a']]);
});
