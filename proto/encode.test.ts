import { expect, test } from 'vitest';
import { encodeMessage } from './encode.ts';
import { LinkResponse } from './gen/headgate/text/v1/text.ts';

const messageOf = (data: string): LinkResponse => ({
  frames: [
    {
      request: 1,
      head: {
        status: 200,
        headers: [{ name: 'a', value: 'ü' }],
        brokenFrame: Buffer.alloc(0),
        inPieces: true,
      },
    },
    { request: 1, data: Buffer.from(data) },
    { request: 1, tail: { tokens: 5n } },
  ],
});

test.each(['', 'short', 'x'.repeat(300), 'y'.repeat(70_000), 'z'.repeat(3_000_000), 'short again'])(
  'bytes are those of a writer of its own',
  (data) => {
    const message = messageOf(data);
    const bytes = encodeMessage(LinkResponse, message);
    expect(bytes.equals(LinkResponse.encode(message).finish())).toBe(true);
    expect(LinkResponse.decode(bytes)).toEqual(message);
  },
);

test('what was encoded stays as it is when more is encoded', () => {
  const first = encodeMessage(LinkResponse, messageOf('first'));
  const copy = Buffer.from(first);
  encodeMessage(LinkResponse, messageOf('second'));
  expect(first.equals(copy)).toBe(true);
});

test('a message that cannot be encoded leaves nothing behind', () => {
  const broken = { frames: [{ request: 1 }, { request: 'no number' as unknown as number }] };
  expect(() => encodeMessage(LinkResponse, broken)).toThrow();
  const message = messageOf('whole');
  expect(LinkResponse.decode(encodeMessage(LinkResponse, message))).toEqual(message);
});
