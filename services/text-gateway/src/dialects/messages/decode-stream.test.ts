import { describe, expect, test } from 'vitest';
import type { ReplyEvent } from '../../canon/events.ts';
import { foldReply } from '../../canon/fold.ts';
import { createGrammar } from '../../conformance/grammar.ts';
import { createStreamDecoder } from './decode-stream.ts';

const start = { type: 'message_start', message: { usage: { input_tokens: 9, output_tokens: 1 } } };
const stop = { type: 'message_stop' };
const begin = (index: number, block: object) => ({
  type: 'content_block_start',
  index,
  content_block: block,
});
const more = (index: number, delta: object) => ({ type: 'content_block_delta', index, delta });
const close = (index: number) => ({ type: 'content_block_stop', index });
const ending = (reason: string, usage?: object) => ({
  ...{ type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage },
});

function decode(...events: unknown[]): ReplyEvent[] {
  const decoder = createStreamDecoder({ requestId: 'r' });
  const decoded = events.flatMap((event) =>
    decoder.push(typeof event === 'string' ? event : JSON.stringify(event)),
  );
  const all = [...decoded, ...decoder.end()];
  const grammar = createGrammar();
  for (const event of all) grammar.see(event);
  return all;
}

const kinds = (events: ReplyEvent[]): string[] => events.map(({ kind }) => kind);

test('a stream that just stops has no end', () => {
  const events = decode(
    start,
    begin(0, { type: 'text', text: '' }),
    more(0, { type: 'text_delta', text: 'a' }),
  );
  expect(kinds(events)).toEqual(['reply-start', 'usage', 'block-start', 'block-delta']);
});

test('a stream that says why it ended and stops then has ended, its blocks too', () => {
  const events = decode(start, begin(0, { type: 'text', text: 'a' }), ending('max_tokens'));
  expect(foldReply(events)).toMatchObject({ blocks: [{ text: 'a' }], ending: { reason: 'length' } });
});

test('a block that begins at the place of another ends that one', () => {
  const events = decode(
    ...[start, begin(0, { type: 'text', text: '' }), more(0, { type: 'text_delta', text: 'a' })],
    ...[begin(0, { type: 'text', text: '' }), more(0, { type: 'text_delta', text: 'b' }), ending('end_turn')],
  );
  expect(kinds(events).filter((kind) => kind === 'block-end')).toHaveLength(2);
  expect(foldReply(events)).toMatchObject({ blocks: [{ text: 'a' }, { text: 'b' }] });
});

test('what comes after the end, and words of other protocols, say nothing', () => {
  const events = decode(
    start,
    { type: 'ping' },
    { type: 'telemetry' },
    ending('end_turn'),
    stop,
    stop,
    '[DONE]',
  );
  expect(kinds(events)).toEqual(['reply-start', 'usage', 'reply-end']);
});

test.each([
  [{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'overloaded_error'],
  [{ error: { code: 503, message: 'Overloaded' } }, undefined],
])('trouble inside is a fault, before the beginning and after it: %j', (event, type) => {
  for (const before of [[], [start]]) {
    const fault = decode(...before, event, stop).at(-1);
    expect(fault).toMatchObject({ kind: 'fault', fault: { message: 'Overloaded' } });
    expect(fault?.kind === 'fault' && fault.fault.type).toBe(type);
  }
});

test.each(['Bad gateway', '[]', '{}', JSON.stringify(more(3, { type: 'text_delta', text: 'a' }))])(
  'nothing of the protocol is refused: %s',
  (data) => {
    expect(() => decode(start, data)).toThrow();
  },
);

describe('counts', () => {
  const usageOf = (...events: unknown[]) => foldReply(decode(...events)).usage;

  test('replace those before them, and nulls replace nothing', () => {
    const usage = { input_tokens: null, cache_read_input_tokens: 4, output_tokens: 7 };
    expect(usageOf(start, ending('end_turn', usage), stop)).toMatchObject({
      ...{ inputFresh: 9, inputCacheRead: 4, outputVisible: 7 },
    });
  });

  test('of no input are not known yet', () => {
    const zero = { type: 'message_start', message: { usage: { input_tokens: 0, output_tokens: 0 } } };
    expect(kinds(decode(zero))).toEqual(['reply-start']);
  });
});

describe('calls', () => {
  const call = { type: 'tool_use', id: 'a', name: 'f', input: {} };

  test('whose arguments come whole in the beginning have them', () => {
    const events = decode(start, begin(0, { ...call, input: { b: 1 } }), close(0), ending('tool_use'), stop);
    expect(foldReply(events).blocks).toMatchObject([{ argsText: '{"b":1}' }]);
  });

  test('are waited for, although the upstream says that its turn is over', () => {
    const events = decode(start, begin(0, call), close(0), ending('end_turn'), stop);
    expect(foldReply(events).ending).toEqual({ reason: 'tool-calls' });
  });

  test('have the seal that came before them', () => {
    const seal = {
      type: 'redacted_thinking',
      data: 'headgate.seal.of-call.headgate.seal.generate-content.x',
    };
    const events = decode(
      start,
      begin(0, seal),
      close(0),
      begin(1, call),
      close(1),
      begin(2, call),
      close(2),
    );
    expect(foldReply(events).blocks).toEqual([
      {
        ...{ kind: 'tool-call', id: 'a', name: 'f', argsText: '{}' },
        seal: { dialect: 'generate-content', value: 'x' },
      },
      { kind: 'tool-call', id: 'a', name: 'f', argsText: '{}' },
    ]);
  });
});

test('a signature closes its block, whenever it comes', () => {
  const events = decode(
    start,
    begin(0, { type: 'thinking', thinking: '', signature: '' }),
    more(0, { type: 'signature_delta', signature: 'sig' }),
    more(0, { type: 'thinking_delta', thinking: 'hm' }),
    close(0),
  );
  expect(foldReply(events).blocks).toEqual([
    { kind: 'reasoning', text: 'hm', seal: { dialect: 'messages', value: 'sig' } },
  ]);
});

test('blocks of the vendor’s servers are kept as they are, in their place', () => {
  const json = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} };
  const events = decode(
    ...[start, begin(0, json), more(0, { type: 'input_json_delta', partial_json: '{}' }), close(0)],
    ...[begin(1, { type: 'text', text: '' }), more(1, { type: 'citations_delta', citation: {} })],
    ...[more(1, { type: 'text_delta', text: 'a' }), close(1)],
  );
  expect(foldReply(events).blocks).toEqual([
    { kind: 'opaque', dialect: 'messages', json },
    { kind: 'text', text: 'a' },
  ]);
});
