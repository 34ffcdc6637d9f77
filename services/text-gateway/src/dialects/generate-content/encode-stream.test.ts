import { expect, test } from 'vitest';
import type { ReplyEvent, ReplyFault } from '../../canon/events.ts';
import type { Reply } from '../../canon/fold.ts';
import { foldReply } from '../../canon/fold.ts';
import { noSeal } from '../../canon/seal.ts';
import { unfoldReply } from '../../canon/unfold.ts';
import { noUsage } from '../../canon/usage.ts';
import { decodeReply } from './decode-reply.ts';
import { createStreamDecoder } from './decode-stream.ts';
import { encodeReply } from './encode-reply.ts';
import { createStreamEncoder } from './encode-stream.ts';

const call = {
  requestId: '01a1fe80-64b9-7aa1-946d-d820c9b40b30',
  createdAt: 1_700_000_000,
  request: {
    model: 'some-model',
    instructions: [],
    turns: [],
    tools: [],
    stop: [],
    sampling: {},
    stream: true,
    includeUsage: true,
    reasoning: { isShown: true },
    extras: {},
  },
};

function write(events: readonly ReplyEvent[]): string {
  const encoder = createStreamEncoder(call);
  return events.map((event) => encoder.push(event)).join('');
}

function framesOf(text: string): unknown[] {
  expect(text.endsWith('\n\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n\n')
    .map((frame) => JSON.parse(frame.replace(/^data: /, '')));
}

const head = { modelVersion: 'some-model', responseId: '01a1fe8064b97aa1946dd820c9b40b30' };
const piece = (part: object) => ({
  candidates: [{ content: { role: 'model', parts: [part] }, index: 0, safetyRatings: [] }],
  ...head,
});

test('each piece is a frame with data alone; the last says the reason and all counts', () => {
  const text = write([
    { kind: 'reply-start' },
    { kind: 'block-start', index: 0, block: { kind: 'text' } },
    { kind: 'block-delta', index: 0, text: 'a' },
    { kind: 'usage', usage: { ...noUsage, inputFresh: 9 } },
    { kind: 'block-delta', index: 0, text: 'b' },
    { kind: 'block-seal', index: 0, seal: { dialect: 'messages', value: 'EqQB' } },
    { kind: 'block-end', index: 0 },
    {
      kind: 'usage',
      usage: { ...noUsage, inputFresh: 2, inputCacheWrite: 1, outputVisible: 5, outputReasoning: 4 },
    },
    { kind: 'reply-end', ending: { reason: 'stop-sequence', stopSequence: 'x' } },
  ]);
  expect(framesOf(text)).toEqual([
    piece({ text: 'a' }),
    piece({ text: 'b' }),
    // Bytes, as SDKs read them.
    piece({ text: '', thoughtSignature: btoa('headgate.seal.messages.EqQB') }),
    {
      candidates: [
        {
          content: { role: 'model', parts: [{ text: '' }] },
          finishReason: 'STOP',
          index: 0,
          safetyRatings: [],
        },
      ],
      usageMetadata: {
        promptTokenCount: 3,
        candidatesTokenCount: 5,
        thoughtsTokenCount: 4,
        totalTokenCount: 12,
      },
      ...head,
    },
  ]);
  expect(text).not.toContain('[DONE]');
});

test('calls that are written at the same time come whole, one behind the other, the first with the word for no seal', () => {
  const text = write([
    { kind: 'reply-start' },
    { kind: 'block-start', index: 0, block: { kind: 'tool-call', id: 'a', name: 'f' } },
    { kind: 'block-start', index: 1, block: { kind: 'tool-call', id: 'b', name: 'g' } },
    { kind: 'block-delta', index: 0, text: '{"x"' },
    { kind: 'block-delta', index: 1, text: 'not json' },
    { kind: 'block-delta', index: 0, text: ':1}' },
    { kind: 'block-end', index: 1 },
    { kind: 'block-end', index: 0 },
  ]);
  expect(framesOf(text)).toEqual([
    piece({ functionCall: { id: 'a', name: 'f', args: { x: 1 } }, thoughtSignature: btoa(noSeal) }),
    piece({ functionCall: { id: 'b', name: 'g', args: { _raw: 'not json' } } }),
  ]);
});

test.each<[ReplyFault, object]>([
  [
    { type: 'UNAVAILABLE', code: '503', message: 'm' },
    { code: 503, status: 'UNAVAILABLE' },
  ],
  [
    { type: 'rate_limit_error', message: 'm' },
    { code: 429, status: 'RESOURCE_EXHAUSTED' },
  ],
  [
    { type: 'overloaded_error', code: 'odd', message: 'm' },
    { code: 503, status: 'UNAVAILABLE' },
  ],
  [
    { type: 'upstream_error', message: 'm' },
    { code: 500, status: 'INTERNAL' },
  ],
  [
    { code: '529', message: 'm' },
    { code: 529, status: 'UNKNOWN' },
  ],
  [
    { code: '200', message: 'm' },
    { code: 500, status: 'INTERNAL' },
  ],
])('the fault %j is an error whose code the SDK throws on', (fault, error) => {
  const [frame] = framesOf(write([{ kind: 'reply-start' }, { kind: 'fault', fault }]));
  expect(frame).toMatchObject({ error: { ...error, message: 'm' } });
});

test('reasoning that an upstream hid comes back hidden, whole and streamed', () => {
  const seal = { dialect: 'messages', value: 'EqQB' } as const;
  const reply: Reply = {
    blocks: [
      { kind: 'reasoning', text: 'Hm.' },
      { kind: 'reasoning', text: '', isRedacted: true, seal },
      { kind: 'reasoning', text: '', seal },
      { kind: 'text', text: 'Yes.' },
    ],
    ending: { reason: 'complete' },
  };
  expect(foldReply(decodeReply(encodeReply(reply, call), call))).toEqual(reply);
  const decoder = createStreamDecoder(call);
  const events = framesOf(write(unfoldReply(reply))).flatMap((frame) => decoder.push(JSON.stringify(frame)));
  expect(foldReply([...events, ...decoder.end()])).toEqual(reply);
});

test('a refusal is told as text, and what only other dialects understand is left out', () => {
  const reply: Reply = {
    blocks: [
      { kind: 'opaque', dialect: 'responses', json: {} },
      { kind: 'refusal', text: 'No.' },
    ],
    ending: { reason: 'filtered' },
  };
  expect(encodeReply(reply, call)).toMatchObject({
    candidates: [{ content: { role: 'model', parts: [{ text: 'No.' }] }, finishReason: 'SAFETY' }],
  });
});
