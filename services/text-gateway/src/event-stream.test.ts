import { describe, expect, test } from 'vitest';
import { createEventStreamSplitter } from './event-stream.ts';
import { findFraming } from './frames.ts';
import { FrameTooLargeError } from './sse.ts';
import { eventStreamBytes, eventStreamMessage } from './testing/event-stream-bytes.ts';

const events = [
  { messageStart: { role: 'assistant' } },
  { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'Grüße 🌍' } } },
  { messageStop: { stopReason: 'end_turn' } },
];
const stream = Buffer.concat(events.map(eventStreamBytes));

function split(...pieces: Buffer[]): unknown[] {
  const splitter = createEventStreamSplitter(1024);
  const frames = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
  return frames.map(({ data }) => JSON.parse(data.toString('utf8')));
}

test('a message is a frame with the event under the name of its type', () => {
  expect(split(stream)).toEqual(events);
});

test('frames are the same wherever the stream is cut', () => {
  for (let at = 1; at < stream.length; at += 1)
    expect(split(stream.subarray(0, at), stream.subarray(at)), `cut at byte ${at}`).toEqual(events);
  expect(split(...Array.from(stream, (_, at) => stream.subarray(at, at + 1)))).toEqual(events);
});

test('the frame keeps the bytes that it came in', () => {
  const splitter = createEventStreamSplitter(1024);
  expect(Buffer.concat(splitter.push(stream).map(({ raw }) => raw))).toEqual(stream);
});

test('an exception is a frame under the name of its type', () => {
  const exception = { throttlingException: { message: 'Too many requests' } };
  expect(split(eventStreamBytes(exception))).toEqual([exception]);
});

test('an error without a payload is told by its headers', () => {
  const headers = {
    ':message-type': 'error',
    ':error-code': 'InternalFailure',
    ':error-message': 'Try again',
  };
  expect(split(eventStreamMessage(headers, ''))).toEqual([
    { error: { code: 'InternalFailure', message: 'Try again' } },
  ]);
});

test('an event without a payload is empty', () => {
  const headers = { ':message-type': 'event', ':event-type': 'ping' };
  expect(split(eventStreamMessage(headers, ''))).toEqual([{ ping: {} }]);
});

describe('what is no message is refused', () => {
  test('with any bit of it changed', () => {
    for (let at = 0; at < stream.length; at += 1) {
      const changed = Buffer.from(stream);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => split(changed), `byte ${at}`).toThrow();
    }
  });

  test('at its prelude, before what the length promises has come', () => {
    const changed = Buffer.from(stream.subarray(0, 12));
    changed[1] = 0x01;
    expect(() => createEventStreamSplitter(64 * 1024 * 1024).push(changed)).toThrow('prelude');
  });

  test('when it ends too early', () => {
    expect(() => split(stream.subarray(0, -1))).toThrow('ends within a message');
  });

  test('when it is text of another protocol', () => {
    expect(() => split(Buffer.from('data: {"a":1}\n\n'))).toThrow();
  });

  test('when it is larger than the bound', () => {
    const large = eventStreamBytes({ contentBlockDelta: { text: 'x'.repeat(1024) } });
    expect(() => createEventStreamSplitter(1024).push(large.subarray(0, 12))).toThrow(FrameTooLargeError);
    expect(createEventStreamSplitter(large.length).push(large)).toHaveLength(1);
  });
});

test('it is how that content type is framed', () => {
  expect(findFraming('application/vnd.amazon.eventstream')).toBe(createEventStreamSplitter);
});
