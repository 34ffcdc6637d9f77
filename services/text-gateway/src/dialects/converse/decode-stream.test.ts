import { describe, expect, test } from 'vitest';
import type { ReplyEvent } from '../../canon/events.ts';
import { foldReply } from '../../canon/fold.ts';
import { createGrammar } from '../../conformance/grammar.ts';
import { createStreamDecoder } from './decode-stream.ts';

const start = { messageStart: { role: 'assistant' } };
const more = (contentBlockIndex: number, delta: object) => ({
  contentBlockDelta: { contentBlockIndex, delta },
});
const open = (contentBlockIndex: number, begun: object) => ({
  contentBlockStart: { contentBlockIndex, start: begun },
});
const close = (contentBlockIndex: number) => ({ contentBlockStop: { contentBlockIndex } });
const stop = (stopReason: string) => ({ messageStop: { stopReason } });
const metadata = { metadata: { usage: { inputTokens: 9, outputTokens: 4, totalTokens: 13 } } };
const call = { toolUse: { toolUseId: 'a', name: 'f' } };
const think = (reasoningContent: object) => more(0, { reasoningContent });

function decode(...events: unknown[]): ReplyEvent[] {
  const decoder = createStreamDecoder();
  const decoded = events.flatMap((event) => decoder.push(JSON.stringify(event)));
  const all = [...decoded, ...decoder.end()];
  const grammar = createGrammar();
  for (const event of all) grammar.see(event);
  return all;
}

const kinds = (events: ReplyEvent[]): string[] => events.map(({ kind }) => kind);

test('a stream that just stops has no end', () => {
  expect(kinds(decode(start, more(0, { text: 'a' })))).toEqual(['reply-start', 'block-start', 'block-delta']);
});

test('a stream that says why it ended and stops then has ended, its blocks too', () => {
  const events = decode(start, more(0, { text: 'a' }), stop('max_tokens'));
  expect(foldReply(events)).toMatchObject({ blocks: [{ text: 'a' }], ending: { reason: 'length' } });
});

test.each([
  ['after the reason', [stop('end_turn'), metadata]],
  ['before the reason', [metadata, stop('end_turn')]],
])('the counts may come %s, and nothing after both says anything', (_, last) => {
  expect(kinds(decode(start, ...last, metadata, more(0, { text: 'a' })))).toEqual([
    ...['reply-start', 'usage', 'reply-end'],
  ]);
});

test.each([
  [{ throttlingException: { message: 'Too many' } }, { type: 'throttlingException', message: 'Too many' }],
  [{ error: { code: 'InternalFailure', message: 'x' } }, { type: 'InternalFailure', message: 'x' }],
  [{ modelStreamErrorException: {} }, { type: 'modelStreamErrorException', message: expect.any(String) }],
])('trouble inside is a fault, before the beginning and after it: %j', (event, fault) => {
  for (const before of [[], [start]])
    expect(decode(...before, event, metadata).at(-1)).toEqual({ kind: 'fault', fault });
});

test.each([['Bad gateway'], [[]], [more(3, { toolUse: { input: '{}' } })], [{ metadata: null }]])(
  'nothing of the protocol is refused: %j',
  (frame) => {
    expect(() => decode(start, frame)).toThrow();
  },
);

test('events that are yet to be invented say nothing', () => {
  expect(kinds(decode(start, { heartbeat: {} }, stop('end_turn'), metadata))).toHaveLength(3);
});

describe('thinking', () => {
  const blocksOf = (...events: object[]) => foldReply(decode(start, ...events, close(0))).blocks;

  test('has the signature that came with it, in pieces or before the text', () => {
    const signed = { kind: 'reasoning', text: 'hm', seal: { dialect: 'converse', value: 'sig' } };
    expect(blocksOf(think({ text: 'hm' }), think({ signature: 's' }), think({ signature: 'ig' }))).toEqual([
      signed,
    ]);
    expect(blocksOf(think({ signature: 'sig' }), think({ text: 'hm' }))).toEqual([signed]);
  });

  test('that is hidden is its bytes, whatever pieces they came in', () => {
    expect(blocksOf(think({ redactedContent: 'AQI=' }), think({ redactedContent: 'Aw==' }))).toEqual([
      { kind: 'reasoning', text: '', isRedacted: true, seal: { dialect: 'converse', value: 'AQID' } },
    ]);
  });

  test('that turns into text at the same place is a block of its own', () => {
    expect(blocksOf(think({ text: 'hm' }), more(0, { text: 'a' }))).toEqual([
      { kind: 'reasoning', text: 'hm' },
      { kind: 'text', text: 'a' },
    ]);
  });
});

describe('calls', () => {
  test('without arguments have an empty object', () => {
    const events = decode(start, open(0, call), more(0, { toolUse: { input: '' } }), close(0));
    expect(foldReply(events).blocks).toEqual([{ kind: 'tool-call', id: 'a', name: 'f', argsText: '{}' }]);
  });

  test('are waited for, although the upstream says that its turn is over', () => {
    const events = decode(start, open(0, call), close(0), stop('end_turn'), metadata);
    expect(foldReply(events).ending).toEqual({ reason: 'tool-calls' });
  });

  test('of the vendor’s own servers are no calls', () => {
    const server = { toolUse: { ...call.toolUse, type: 'server_tool_use' } };
    const events = decode(start, open(0, server), more(0, { toolUse: { input: '{}' } }), close(0));
    expect(kinds(events)).toEqual(['reply-start']);
  });
});
