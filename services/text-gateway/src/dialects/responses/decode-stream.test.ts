import { describe, expect, test } from 'vitest';
import type { ReplyEvent } from '../../canon/events.ts';
import { foldReply } from '../../canon/fold.ts';
import { createGrammar } from '../../conformance/grammar.ts';
import { decodeReply } from './decode-reply.ts';
import { createStreamDecoder } from './decode-stream.ts';

function decode(...frames: object[]): ReplyEvent[] {
  const decoder = createStreamDecoder();
  const grammar = createGrammar();
  const events = [...frames.flatMap((frame) => decoder.push(JSON.stringify(frame))), ...decoder.end()];
  for (const event of events) grammar.see(event);
  return events;
}

const created = { type: 'response.created', response: {} };
const usage = { input_tokens: 3, output_tokens: 2 };
const said = (text: string) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text }],
});
const call = { id: 'fc_1', type: 'function_call', call_id: 'c1', name: 'f', arguments: '{"a":1}' };
const completed = (output: object[]) => ({
  type: 'response.completed',
  response: { status: 'completed', output, usage },
});

describe('an upstream that sends less than the vendor', () => {
  test.each([
    ['only the last event', [completed([said('Hi'), call])]],
    [
      'items only whole',
      [
        created,
        { type: 'response.output_item.done', output_index: 0, item: said('Hi') },
        completed([said('Hi'), call]),
      ],
    ],
    [
      'deltas alone',
      [
        { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'Hi' },
        { type: 'response.output_item.added', output_index: 1, item: { ...call, arguments: '' } },
        { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"a":1}' },
        completed([]),
      ],
    ],
    [
      'half of a text in deltas',
      [
        { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'H' },
        completed([said('Hi'), call]),
      ],
    ],
    [
      'texts that are done, without a delta of them',
      [
        { type: 'response.output_text.done', output_index: 0, content_index: 0, text: 'Hi' },
        { type: 'response.output_item.added', output_index: 1, item: { ...call, arguments: '' } },
        { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"a"' },
        { type: 'response.function_call_arguments.done', output_index: 1, arguments: '{"a":1}' },
        completed([]),
      ],
    ],
    [
      'items without a place, told apart by their ids',
      [
        { type: 'response.output_item.added', item: { ...said(''), content: [] } },
        { type: 'response.output_text.delta', item_id: 'msg_1', delta: 'H' },
        { type: 'response.output_text.delta', item_id: 'msg_1', delta: 'i' },
        { type: 'response.output_item.added', item: { ...call, id: undefined, arguments: '' } },
        { type: 'response.function_call_arguments.delta', item_id: 'c1', delta: '{"a":1}' },
        { type: 'response.output_item.done', item: said('Hi') },
        { type: 'response.output_item.done', item: { ...call, id: undefined } },
        completed([said('Hi'), call]),
      ],
    ],
    [
      'deltas of neither',
      [
        { type: 'response.output_text.delta', delta: 'H' },
        { type: 'response.output_text.delta', delta: 'i' },
        completed([said('Hi'), call]),
      ],
    ],
    [
      'deltas of a call that never began',
      [
        { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{' },
        completed([said('Hi'), call]),
      ],
    ],
  ])('%s', (_what, frames) => {
    expect(foldReply(decode(...frames))).toMatchObject({
      blocks: [
        { kind: 'text', text: 'Hi' },
        { kind: 'tool-call', id: 'c1', name: 'f', argsText: '{"a":1}' },
      ],
      usage: { inputFresh: 3, outputVisible: 2 },
      ending: { reason: 'tool-calls' },
    });
  });
});

test('deltas without a place are said as they come', () => {
  const delta = { type: 'response.output_text.delta', item_id: 'msg_1', delta: 'Hi' };
  expect(decode(created, delta)).toContainEqual({ kind: 'block-delta', index: 0, text: 'Hi' });
});

test('pieces of thought are told apart, whatever they are called', () => {
  const item = {
    type: 'reasoning',
    summary: [],
    content: [
      { type: 'reasoning_text', text: 'a' },
      { type: 'reasoning_text', text: 'b' },
    ],
  };
  const think = (index: number, delta: string) => ({
    ...{ type: 'response.reasoning_text.delta', output_index: 0, content_index: index, delta },
  });
  const events = decode(created, think(0, 'a'), think(1, ''), think(1, 'b'), completed([item]));
  expect(foldReply(events).blocks).toEqual([{ kind: 'reasoning', text: 'a\n\nb' }]);
});

test('a tool of the upstream is one block that only this dialect understands', () => {
  const item = { id: 'ws_1', type: 'web_search_call', status: 'completed' };
  const events = decode(
    created,
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
    { type: 'response.web_search_call.searching', output_index: 0, item_id: 'ws_1' },
    { type: 'response.output_item.done', output_index: 0, item },
    completed([item]),
  );
  expect(foldReply(events).blocks).toEqual([{ kind: 'opaque', dialect: 'responses', json: item }]);
});

test('the seal of a call that is the next item is put on the call, streamed and whole', () => {
  const slot = 'headgate.seal.of-previous.headgate.seal.generate-content.sig';
  const carrier = { type: 'reasoning', summary: [], encrypted_content: slot };
  const items = [call, carrier, carrier, said('Hi')];
  const done = items.map((item, index) => ({ type: 'response.output_item.done', output_index: index, item }));
  const { blocks } = foldReply(decode(created, ...done, completed(items)));
  expect(blocks).toEqual([
    {
      ...{ kind: 'tool-call', id: 'c1', name: 'f', argsText: '{"a":1}' },
      seal: { dialect: 'generate-content', value: 'sig' },
    },
    { kind: 'text', text: 'Hi' },
  ]);
  expect(foldReply(decodeReply(completed(items).response)).blocks).toEqual(blocks);
});

describe('an upstream’s trouble inside its stream', () => {
  test.each([
    [
      { type: 'error', code: 'rate_limit_exceeded', message: 'Slow.', param: null },
      { code: 'rate_limit_exceeded', message: 'Slow.' },
    ],
    [
      { type: 'error', error: { type: 'server_error', code: null, message: 'Oh.' } },
      { type: 'server_error', message: 'Oh.' },
    ],
    [{ error: { type: 'overloaded', message: 'Busy.' } }, { type: 'overloaded', message: 'Busy.' }],
    [
      {
        type: 'response.failed',
        response: { status: 'failed', error: { code: 'server_error', message: 'Oh.' } },
      },
      { code: 'server_error', message: 'Oh.' },
    ],
    [{ type: 'error' }, { message: 'The upstream gave no reason.' }],
  ])('%j', (frame, fault) => {
    const events = decode(created, frame, completed([said('late')]));
    expect(events.at(-1)).toEqual({ kind: 'fault', fault });
  });

  test.each(['failed', 'cancelled'])('keeps the usage of a response that %s', (status) => {
    const over = { type: `response.${status}`, response: { status, usage } };
    const events = decode(created, over);
    expect(foldReply(events).usage).toMatchObject({ inputFresh: 3 });
    expect(events.at(-1)).toMatchObject({ kind: 'fault' });
  });
});

test('a stream that just stops has no end', () => {
  expect(decode(created).map(({ kind }) => kind)).toEqual(['reply-start']);
});

test.each(['<html>', '[1]', '{"id":1}'])('%s is no event and is refused', (data) => {
  expect(() => createStreamDecoder().push(data)).toThrow();
});

test('a mark of another dialect’s end is ignored', () => {
  expect(createStreamDecoder().push('[DONE]')).toEqual([]);
});

test('a message of very many parts is read at a cost that grows with their number', () => {
  const content = Array.from({ length: 40_000 }, () => ({ type: 'output_text', text: 'a' }));
  const deltas = content.map((_part, index) => ({
    ...{ type: 'response.output_text.delta', output_index: 0 },
    ...{ content_index: index, delta: 'a' },
  }));
  const done = { type: 'response.output_item.done', output_index: 0, item: { type: 'message', content } };
  const before = process.cpuUsage();
  const { blocks } = foldReply(decode(created, ...deltas, done, completed([])));
  // A third of a second is usual.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(3_000);
  expect(blocks).toHaveLength(content.length);
}, 60_000);

describe('a whole answer', () => {
  test.each([
    ['text', 'Bad Gateway'],
    ['a list', { object: 'list', data: [] }],
    ['a response that is not over', { status: 'in_progress', output: [] }],
  ])('is not %s', (_what, body) => {
    expect(() => decodeReply(body)).toThrow();
  });

  test('may say why it failed', () => {
    const body = {
      status: 'failed',
      output: [said('Hal')],
      error: { code: 'server_error', message: 'Oh.' },
      usage,
    };
    expect(foldReply(decodeReply(body))).toMatchObject({
      blocks: [{ text: 'Hal' }],
      usage: { inputFresh: 3 },
      fault: { code: 'server_error', message: 'Oh.' },
    });
  });

  test.each([
    ['max_output_tokens', 'length'],
    ['content_filter', 'filtered'],
    ['something_new', 'length'],
  ])('incomplete for %s ended for %s', (reason, ending) => {
    const body = { status: 'incomplete', incomplete_details: { reason }, output: [] };
    expect(foldReply(decodeReply(body)).ending).toEqual({ reason: ending });
  });

  test('is complete with a refusal in it', () => {
    const item = { type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] };
    expect(foldReply(decodeReply({ status: 'completed', output: [item] }))).toEqual({
      blocks: [{ kind: 'refusal', text: 'No.' }],
      ending: { reason: 'complete' },
    });
  });
});

describe('items whose events do not all name their place', () => {
  const second = { id: 'fc_2', type: 'function_call', call_id: 'c2', name: 'g', arguments: '{"b":2}' };
  const added = (item: object, place?: number) => ({
    ...{ type: 'response.output_item.added', item: { ...item, arguments: '' } },
    ...(place !== undefined && { output_index: place }),
  });
  const done = (item: object) => ({ type: 'response.output_item.done', item });
  const argsOf = (id: string, delta: string) => ({
    ...{ type: 'response.function_call_arguments.delta', item_id: id, delta },
  });
  const calls = [
    { id: 'c2', name: 'g', argsText: '{"b":2}' },
    { id: 'c1', name: 'f', argsText: '{"a":1}' },
  ];

  test('are those that their ids began', () => {
    const args = [argsOf('fc_2', '{"b":2}'), argsOf('fc_1', '{"a":1}')];
    const events = decode(created, added(call, 0), added(second, 1), ...args, completed([call, second]));
    expect(foldReply(events).blocks).toMatchObject(calls);
  });

  test('are told apart where they have no id either', () => {
    const [one, two] = [call, second].map((item) => ({ ...item, id: undefined, call_id: undefined }));
    const message = { ...said('Hi'), id: undefined };
    const delta = { type: 'response.output_text.delta', delta: 'Hi' };
    const frames = [
      added({ ...message, content: [] }),
      delta,
      done(message),
      done(one ?? {}),
      done(two ?? {}),
    ];
    const { blocks } = foldReply(decode(created, ...frames, completed([])));
    expect(blocks).toMatchObject([{ text: 'Hi' }, { name: 'f' }, { name: 'g' }]);
  });

  test.each([
    ['begun without', []],
    ['that came by itself', [{ type: 'response.output_text.delta', item_id: 'msg_1', delta: 'Hi' }]],
    ['named when it is done', [{ type: 'response.output_text.delta', delta: 'Hi' }, done(said('Hi'))]],
  ])('say a text once that the output has at another place, %s', (_how, frames) => {
    const thought = { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm' }] };
    const { blocks } = foldReply(decode(created, ...frames, completed([thought, said('Hi')])));
    expect(blocks.map((block) => ('text' in block ? block.text : '')).sort()).toEqual(['Hi', 'Hm']);
  });
});
