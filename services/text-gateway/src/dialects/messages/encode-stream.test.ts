import { describe, expect, test } from 'vitest';
import type { AssistantBlock } from '../../canon/blocks.ts';
import type { ReplyEvent } from '../../canon/events.ts';
import { foldReply } from '../../canon/fold.ts';
import { unfoldReply } from '../../canon/unfold.ts';
import { noUsage } from '../../canon/usage.ts';
import { type JsonRecord, readRecord } from '../../json/read.ts';
import { decodeReply } from './decode-reply.ts';
import { createStreamDecoder } from './decode-stream.ts';
import { encodeReply } from './encode-reply.ts';
import { createStreamEncoder } from './encode-stream.ts';

const call = {
  requestId: '01a1fe80-64b9-7aa1-946d-d820c9b40b30',
  createdAt: 1_700_000_000,
  request: {
    ...{ model: 'alias', instructions: [], turns: [], tools: [], stop: [], sampling: {} },
    ...{ stream: true, includeUsage: true, extras: {} },
  },
};

/** The data of each frame, which names its event. */
function encode(...events: ReplyEvent[]): JsonRecord[] {
  const encoder = createStreamEncoder(call);
  const frames = events.map((event) => encoder.push(event)).join('');
  return frames
    .split('\n\n')
    .slice(0, -1)
    .map((frame) => {
      const [name, data, ...rest] = frame.split('\n');
      const json = readRecord(JSON.parse(data?.replace(/^data: /, '') ?? ''), '');
      expect([name, ...rest]).toEqual([`event: ${json.type}`]);
      return json;
    });
}

const start: ReplyEvent = { kind: 'reply-start' };
const end: ReplyEvent = { kind: 'reply-end', ending: { reason: 'complete' } };
const usage: ReplyEvent = { kind: 'usage', usage: { ...noUsage, inputFresh: 5, inputCacheRead: 2 } };
const typesOf = (frames: JsonRecord[]): unknown[] => frames.map(({ type }) => type);

test('a message begins with what is known of its input, and ends with all of it', () => {
  const text: ReplyEvent[] = [
    { kind: 'block-start', index: 0, block: { kind: 'text' } },
    { kind: 'block-delta', index: 0, text: 'a' },
    { kind: 'block-end', index: 0 },
  ];
  const known = { input_tokens: 5, cache_read_input_tokens: 2 };
  for (const [events, counts] of [
    [[start, usage, ...text, end], known],
    [[start, ...text, usage, end], { input_tokens: 0, output_tokens: 0 }],
  ] as const) {
    const frames = encode(...events);
    expect(frames[0]).toMatchObject({
      type: 'message_start',
      message: { id: 'msg_01a1fe8064b97aa1946dd820c9b40b30', model: 'alias', content: [], usage: counts },
    });
    expect(frames.slice(-2)).toMatchObject([
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: known },
      { type: 'message_stop' },
    ]);
  }
});

test('a message without content has a beginning and an end', () => {
  expect(typesOf(encode(start, end))).toEqual(['message_start', 'message_delta', 'message_stop']);
});

test('a whole answer tells what is cached for an hour from what is cached for minutes', () => {
  const written = { ...noUsage, inputFresh: 5, inputCacheWrite: 2, inputCacheWrite1h: 3 };
  expect(encodeReply({ blocks: [], usage: written }, call).usage).toMatchObject({
    cache_creation_input_tokens: 5,
    cache_creation: { ephemeral_5m_input_tokens: 2, ephemeral_1h_input_tokens: 3 },
  });
});

test('calls that come at once come one behind the other, arguments in pieces', () => {
  const frames = encode(
    start,
    { kind: 'block-start', index: 0, block: { kind: 'tool-call', id: 'a', name: 'f' } },
    { kind: 'block-start', index: 1, block: { kind: 'tool-call', id: 'b', name: 'g' } },
    ...[
      { kind: 'block-delta' as const, index: 1, text: '{}' },
      { kind: 'block-delta' as const, index: 0, text: '{"x":' },
      { kind: 'block-end' as const, index: 1 },
      { kind: 'block-delta' as const, index: 0, text: '1}' },
      { kind: 'block-end' as const, index: 0 },
    ],
  );
  expect(frames.slice(1)).toMatchObject([
    { index: 0, content_block: { type: 'tool_use', id: 'a', name: 'f', input: {} } },
    { index: 0, delta: { partial_json: '{"x":' } },
    { index: 0, delta: { partial_json: '1}' } },
    { type: 'content_block_stop', index: 0 },
    { index: 1, content_block: { id: 'b' } },
    { index: 1, delta: { partial_json: '{}' } },
    { type: 'content_block_stop', index: 1 },
  ]);
});

describe('whole and streamed alike', () => {
  const seal = { dialect: 'generate-content' as const, value: 'abc' };
  const text: AssistantBlock = { kind: 'text', text: 'a' };
  test.each<[string, AssistantBlock[], AssistantBlock[]]>([
    ['empty text is left out', [{ kind: 'text', text: '' }, text], [text]],
    ['a refusal is text', [{ kind: 'refusal', text: 'No.' }], [{ kind: 'text', text: 'No.' }]],
    [
      'what only others understand is left out',
      [{ kind: 'opaque', dialect: 'responses', json: {} }, text],
      [text],
    ],
    [
      'thinking has the seal of any vendor, or none',
      [
        { kind: 'reasoning', text: 'hm', seal },
        { kind: 'reasoning', text: '', isRedacted: true, seal },
        { kind: 'reasoning', text: 'hm' },
        { kind: 'reasoning', text: '', seal },
      ],
      [
        { kind: 'reasoning', text: 'hm', seal },
        { kind: 'reasoning', text: '', isRedacted: true, seal },
        { kind: 'reasoning', text: 'hm' },
        { kind: 'reasoning', text: '', seal },
      ],
    ],
    [
      'a call keeps its seal and its id',
      [
        { kind: 'tool-call', id: 'f:0', name: 'f', argsText: '{"a":1}', seal },
        { kind: 'tool-call', id: 'f:1', name: 'f', argsText: '', seal },
      ],
      [
        { kind: 'tool-call', id: 'f:0', name: 'f', argsText: '{"a":1}', seal },
        { kind: 'tool-call', id: 'f:1', name: 'f', argsText: '{}', seal },
      ],
    ],
  ])('%s', (_, blocks, kept) => {
    const reply = { blocks, usage: noUsage, ending: { reason: 'length' as const } };
    const decoder = createStreamDecoder({ requestId: 'r' });
    const streamed = encode(...unfoldReply(reply)).flatMap((frame) => decoder.push(JSON.stringify(frame)));
    expect(foldReply(streamed).blocks).toEqual(kept);
    expect(foldReply(decodeReply(encodeReply(reply, call), call)).blocks).toEqual(kept);
  });
});

test.each([
  [{ type: 'overloaded_error', message: 'm' }, 'overloaded_error'],
  [{ code: 'RESOURCE_EXHAUSTED', message: 'm' }, 'rate_limit_error'],
  [{ type: 'authentication_error', message: 'm' }, 'api_error'],
  [{ message: 'm' }, 'api_error'],
])('trouble is the error that the SDK throws: %j', (fault, type) => {
  expect(encode(start, { kind: 'fault', fault })).toEqual([{ type: 'error', error: { type, message: 'm' } }]);
});
