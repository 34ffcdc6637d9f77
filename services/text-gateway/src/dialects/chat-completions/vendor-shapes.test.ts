/** Where the services behind compatible upstreams put things, in streams whose bytes pass and in those that are converted. */
import { describe, expect, test } from 'vitest';
import { createSseSplitter } from '../../sse.ts';
import { codec } from './codec.ts';
import { passage } from './passage.ts';

const counts = { prompt_tokens: 9, completion_tokens: 5, cached_tokens: 4 };
const end = (others: object, ofChoice: object = {}) => ({
  choices: [{ index: 0, delta: {}, finish_reason: 'stop', ...ofChoice }],
  ...others,
});

describe.each([
  ['in the chunk that ends', end({ usage: counts })],
  ['within the choice that ends', end({}, { usage: counts })],
  ['beside the chunk that ends, under a name of their own', end({ x_groq: { id: 'req', usage: counts } })],
])('counts %s', (_place, chunk) => {
  test('are read as bytes pass', () => {
    const tap = passage.createTap({ model: undefined, dropUsage: true, choices: 1 });
    const frame = Buffer.from(`data: ${JSON.stringify(chunk)}\n\n`);
    const [first] = createSseSplitter(1024).push(frame);
    if (!first) throw new Error('There is no frame');
    expect(tap.see(first)).toEqual(frame);
    expect(tap.usage).toMatchObject({ inputFresh: 5, inputCacheRead: 4, outputVisible: 5 });
  });

  test('are read where they are converted', () => {
    const events = codec.createStreamDecoder({ requestId: 'r' }).push(JSON.stringify(chunk));
    expect(events).toContainEqual({ kind: 'usage', usage: expect.objectContaining({ inputCacheRead: 4 }) });
  });
});

const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] };

test('thoughts that are parts of the content are thoughts', () => {
  const chunk = { choices: [{ index: 0, delta: { content: [thinking] } }] };
  const events = codec.createStreamDecoder({ requestId: 'r' }).push(JSON.stringify(chunk));
  expect(events).toContainEqual({ kind: 'block-start', index: 0, block: { kind: 'reasoning' } });
  const message = { content: [thinking, { type: 'text', text: 'Hi' }] };
  const whole = codec.decodeReply({ choices: [{ message, finish_reason: 'stop' }] }, { requestId: 'r' });
  expect(whole).toContainEqual({ kind: 'block-delta', index: 0, text: 'Hm.' });
  expect(whole).toContainEqual({ kind: 'block-delta', index: 1, text: 'Hi' });
});
