import { describe, expect, test } from 'vitest';
import type { ReplyEvent } from '../../canon/events.ts';
import { foldReply } from '../../canon/fold.ts';
import type { CanonRequest } from '../../canon/request.ts';
import { unfoldReply } from '../../canon/unfold.ts';
import { noUsage } from '../../canon/usage.ts';
import type { JsonRecord } from '../../json/read.ts';
import { encodeReply } from './encode-reply.ts';
import { createStreamEncoder } from './encode-stream.ts';

const request: CanonRequest = {
  ...{ model: 'm', instructions: [], turns: [], tools: [], stop: [], sampling: {}, extras: {} },
  ...{ stream: true, includeUsage: true },
};
const call = { requestId: '01a1fe80-64b9-7aa1-946d-d820c9b40b30', request, createdAt: 1_700_000_000 };

function encode(events: readonly ReplyEvent[], asked: Partial<CanonRequest> = {}): JsonRecord[] {
  const encoder = createStreamEncoder({ ...call, request: { ...request, ...asked } });
  const frames = events
    .map((event) => encoder.push(event))
    .join('')
    .split('\n\n')
    .slice(0, -1);
  return frames.map((frame) => {
    const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? [];
    const event: JsonRecord = JSON.parse(data ?? '');
    expect(event.type).toBe(name);
    return event;
  });
}

const begin: ReplyEvent = { kind: 'reply-start' };
const open = (index: number, kind: 'text' | 'refusal' | 'reasoning'): ReplyEvent => ({
  kind: 'block-start',
  index,
  block: { kind },
});
const openCall = (index: number): ReplyEvent => ({
  kind: 'block-start',
  index,
  block: { kind: 'tool-call', id: `c${index}`, name: 'f' },
});
const delta = (index: number, text: string): ReplyEvent => ({ kind: 'block-delta', index, text });
const close = (index: number): ReplyEvent => ({ kind: 'block-end', index });
const end = (reason: 'complete' | 'tool-calls' | 'length'): ReplyEvent => ({
  kind: 'reply-end',
  ending: { reason },
});

const everything: ReplyEvent[] = [
  begin,
  ...[open(0, 'reasoning'), delta(0, 'Hm'), close(0), open(1, 'text'), delta(1, 'I look'), close(1)],
  ...[open(2, 'refusal'), delta(2, 'No'), close(2), openCall(3), delta(3, '{}'), close(3)],
  { kind: 'usage', usage: { ...noUsage, inputFresh: 3, inputCacheRead: 1, outputVisible: 2 } },
  end('tool-calls'),
];

test('whoever is asked for is named in the answer, under the newer name and the older one', () => {
  const [created] = encode([begin], { endUser: 'a1b2' });
  expect(created?.response).toMatchObject({ safety_identifier: 'a1b2', user: 'a1b2' });
});

test('every event comes in the vendor’s order, numbered from 0', () => {
  const events = encode(everything);
  expect(events.map(({ type }) => type)).toEqual([
    ...['response.created', 'response.in_progress'],
    ...['response.output_item.added', 'response.reasoning_summary_part.added'],
    ...['response.reasoning_summary_text.delta', 'response.reasoning_summary_text.done'],
    ...['response.reasoning_summary_part.done', 'response.output_item.done'],
    ...['response.output_item.added', 'response.content_part.added', 'response.output_text.delta'],
    ...['response.output_text.done', 'response.content_part.done'],
    ...['response.content_part.added', 'response.refusal.delta', 'response.refusal.done'],
    ...['response.content_part.done', 'response.output_item.done'],
    ...['response.output_item.added', 'response.function_call_arguments.delta'],
    ...['response.function_call_arguments.done', 'response.output_item.done', 'response.completed'],
  ]);
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index));
});

test('ids and places in events are those of the final object, which is the whole answer', () => {
  const events = encode(everything);
  const whole = encodeReply(foldReply(everything), call);
  expect(events.at(-1)).toMatchObject({ response: whole });
  const output = whole.output;
  if (!Array.isArray(output)) throw new Error('no output');
  expect(output.map(({ id, type }) => [id, type])).toEqual([
    ['rs_01a1fe8064b97aa1946dd820c9b40b30_0', 'reasoning'],
    ['msg_01a1fe8064b97aa1946dd820c9b40b30_1', 'message'],
    ['fc_01a1fe8064b97aa1946dd820c9b40b30_2', 'function_call'],
  ]);
  for (const { item_id: id, output_index: index } of events)
    if (id !== undefined) expect(output[Number(index)]).toMatchObject({ id });
});

test('usage has both namings', () => {
  expect(encode(everything).at(-1)).toMatchObject({
    response: {
      usage: {
        ...{ input_tokens: 4, output_tokens: 2, prompt_tokens: 4, completion_tokens: 2, total_tokens: 6 },
        input_tokens_details: { cached_tokens: 1, cache_write_tokens: 0 },
        output_tokens_details: { reasoning_tokens: 0 },
      },
    },
  });
});

test('the response repeats what was asked for', () => {
  const [created] = encode([begin], {
    instructions: [{ kind: 'text', text: 'Be brief.' }],
    tools: [{ name: 'f', schema: { type: 'object' }, strict: true }],
    ...{ toolChoice: { kind: 'any' }, parallelToolCalls: false, maxOutputTokens: 99, verbosity: 'low' },
    ...{ sampling: { temperature: 0.5 }, reasoning: { effort: 'low' }, extras: { metadata: { a: 'b' } } },
  });
  expect(created?.response).toMatchObject({
    ...{ object: 'response', created_at: 1_700_000_000, status: 'in_progress', model: 'm', output: [] },
    ...{ id: 'resp_01a1fe8064b97aa1946dd820c9b40b30', usage: null, error: null, incomplete_details: null },
    ...{ instructions: 'Be brief.', tool_choice: 'required', parallel_tool_calls: false },
    tools: [{ type: 'function', name: 'f', parameters: { type: 'object' }, strict: true }],
    ...{ max_output_tokens: 99, temperature: 0.5, top_p: null, store: false, metadata: { a: 'b' } },
    text: { format: { type: 'text' }, verbosity: 'low' },
    reasoning: { effort: 'low', summary: null },
  });
});

test('calls that were open at once come one behind the other', () => {
  const events = encode([
    ...[begin, openCall(0), openCall(1), delta(1, '{"b"'), delta(0, '{'), delta(0, '}'), delta(1, ':1}')],
    ...[close(1), close(0), end('tool-calls')],
  ]);
  const places = events.flatMap(({ output_index: index }) => (index === undefined ? [] : [index]));
  expect(places).toEqual([...places].sort());
  expect(events.at(-1)).toMatchObject({
    response: {
      output: [
        { call_id: 'c0', arguments: '{}' },
        { call_id: 'c1', arguments: '{"b":1}' },
      ],
    },
  });
});

test('a call without arguments has an empty object', () => {
  const events = encode([begin, openCall(0), close(0), end('tool-calls')]);
  expect(events).toContainEqual(expect.objectContaining({ delta: '{}' }));
  expect(events.at(-1)).toMatchObject({ response: { output: [{ arguments: '{}' }] } });
});

test('an answer cut short is incomplete, and so is the message in which it was', () => {
  const last = encode([begin, open(0, 'text'), delta(0, 'a'), close(0), end('length')]).at(-1);
  expect(last).toMatchObject({
    type: 'response.incomplete',
    response: {
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ status: 'incomplete' }],
    },
  });
});

test('a call in which an answer was cut short is incomplete, those before it are whole', () => {
  const calls = [openCall(0), delta(0, '{}'), close(0), openCall(1), delta(1, '{"b'), close(1)];
  const events = encode([begin, ...calls, end('length')]);
  const output = [
    { call_id: 'c0', status: 'completed' },
    { call_id: 'c1', status: 'incomplete', arguments: '{"b' },
  ];
  const done = events.filter(({ type }) => type === 'response.output_item.done');
  expect(done).toMatchObject(output.map((item) => ({ item })));
  expect(events.at(-1)).toMatchObject({ response: { status: 'incomplete', output } });
});

test('a fault is an error event, flat, and the last one', () => {
  const fault = { type: 'overloaded_error', code: 'overloaded', message: 'Busy.' };
  expect(encode([begin, { kind: 'fault', fault }]).at(-1)).toEqual({
    ...{ type: 'error', sequence_number: 2, code: 'overloaded', message: 'Busy.', param: null },
  });
});

test('a fault in a whole answer is a failed response', () => {
  expect(encodeReply({ blocks: [], fault: { code: 'overloaded', message: 'Busy.' } }, call)).toMatchObject({
    status: 'failed',
    error: { code: 'server_error', message: 'Busy.' },
  });
});

describe('seals of other vendors', () => {
  test('follow what they belong to, in a thought without words', () => {
    const seal = { dialect: 'generate-content', value: 'sig' } as const;
    const blocks = [
      { kind: 'reasoning', text: '', isRedacted: true, seal: { dialect: 'messages', value: 'x' } } as const,
      { kind: 'tool-call', id: 'c', name: 'f', argsText: '{}', seal } as const,
    ];
    const events = encode(unfoldReply({ blocks, ending: { reason: 'tool-calls' } }));
    expect(events.at(-1)).toMatchObject({
      response: {
        output: [
          { type: 'reasoning', encrypted_content: 'headgate.seal.of-hidden.headgate.seal.messages.x' },
          { type: 'function_call' },
          {
            type: 'reasoning',
            encrypted_content: 'headgate.seal.of-previous.headgate.seal.generate-content.sig',
          },
        ],
      },
    });
  });
});

describe('obfuscation', () => {
  const events = [begin, open(0, 'text'), delta(0, 'Hello'), delta(0, 'a'.repeat(16)), close(0)];
  const lengths = (asked?: Partial<CanonRequest>) =>
    encode(events, asked)
      .filter(({ type }) => type === 'response.output_text.delta')
      .map((event) => [String(event.delta).length, event.obfuscation]);

  test('fills deltas up to a multiple of one length', () => {
    expect(lengths()).toEqual([
      [5, 'x'.repeat(11)],
      [16, 'x'.repeat(16)],
    ]);
  });

  test('stays away when the client says so', () => {
    const asked = { extras: { stream_options: { include_obfuscation: false } } };
    expect(lengths(asked)).toEqual([
      [5, undefined],
      [16, undefined],
    ]);
  });
});
