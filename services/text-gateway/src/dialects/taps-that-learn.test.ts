import { describe, expect, test } from 'vitest';
import { streamFrames } from '../bench/samples.ts';
import { createRandom } from '../slices/testing/random.ts';
import { createSseSplitter, type SseFrame } from '../sse.ts';
import { dialects } from './index.ts';
import type { Tap } from './passage.ts';

const changes = 300;
/** What streams are made of, and what breaks them. */
const pieces = [
  '"',
  '\\',
  '\\n',
  '\\u00e4',
  '{',
  '}',
  ',',
  ':',
  '0',
  '-1',
  '\x01',
  '\xc3',
  'ä',
  '"error":{},',
  '"model":"x",',
];

const split = (bytes: Buffer): SseFrame[] => createSseSplitter(10_000).push(bytes);

/** What a tap makes of a frame: the bytes that go on, or that it is nothing. */
function seenBy(tap: Tap, frame: SseFrame): object {
  try {
    const bytes = tap.see(frame);
    const { usage, isDone, hasFinished, error } = tap;
    return { bytes: bytes?.toString('latin1'), usage, isDone, hasFinished, error };
  } catch {
    return { isRefused: true };
  }
}

describe.each(Object.values(dialects))('$name', ({ codec, passage }) => {
  test.each([undefined, 'another-name'])('a tap that knows a stream sees what any tap sees: %s', (model) => {
    const options = { model, dropUsage: false, choices: 1 };
    const random = createRandom(7);
    const frames = streamFrames(codec).slice(0, 40);
    const create = (known: number): Tap => {
      const tap = passage.createTap(options);
      for (const frame of frames.slice(0, known).flatMap(split)) tap.see(frame);
      return tap;
    };
    for (let change = 0; change < changes; change += 1) {
      const raw = random.pick(frames);
      const at = random.below(raw.length);
      const put = Buffer.from(random.pick(pieces), 'latin1');
      const changed = Buffer.concat([raw.subarray(0, at), put, raw.subarray(at + random.below(3))]);
      const [knowing, fresh] = [create(8), create(1)];
      for (const frame of split(changed))
        expect(seenBy(knowing, frame), frame.raw.toString()).toEqual(seenBy(fresh, frame));
    }
  });
});
