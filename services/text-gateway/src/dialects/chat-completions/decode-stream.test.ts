import { expect, test } from 'vitest';
import type { ReplyEvent } from '../../canon/events.ts';
import { foldReply } from '../../canon/fold.ts';
import { createGrammar } from '../../conformance/grammar.ts';
import { codec } from './codec.ts';

const ids = { requestId: '01a1fe80-64b9-7aa1-946d-d820c9b40b30' };
const stop = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };

function decode(...chunks: (object | string)[]): ReplyEvent[] {
  const decoder = codec.createStreamDecoder(ids);
  const data = chunks.map((chunk) => (typeof chunk === 'string' ? chunk : JSON.stringify(chunk)));
  const events = [...data.flatMap((text) => decoder.push(text)), ...decoder.end()];
  const grammar = createGrammar();
  for (const event of events) grammar.see(event);
  return events;
}

function delta(content: object, index = 0) {
  return { choices: [{ index, delta: content, finish_reason: null }] };
}

function pieces(...calls: object[]) {
  return delta({ tool_calls: calls });
}

function callsOf(events: ReplyEvent[]) {
  return foldReply(events).blocks.map((block) =>
    block.kind === 'tool-call' ? [block.id, block.name, block.argsText] : block.kind,
  );
}

const f = (args: string) => ({ name: 'f', arguments: args });

test('texts end where another kind begins, so that they can be shown at once', () => {
  const events = decode(delta({ reasoning: 'Hm' }), delta({ content: 'H' }), delta({ content: 'i' }), stop);
  expect(events.map(({ kind }) => kind)).toEqual([
    ...['reply-start', 'block-start', 'block-delta', 'block-end'],
    ...['block-start', 'block-delta', 'block-delta', 'block-end', 'reply-end'],
  ]);
});

test('further choices are not read', () => {
  expect(foldReply(decode(delta({ content: 'a' }), delta({ content: 'b' }, 1), stop)).blocks).toEqual([
    { kind: 'text', text: 'a' },
  ]);
});

test('calls without an index or an id are told apart', () => {
  const events = decode(pieces({ function: f('{}') }, { function: f('{"n":1}') }), stop);
  const minted = 'call_01a1fe8064b97aa1946dd820c9b40b30';
  expect(callsOf(events)).toEqual([
    [`${minted}_0`, 'f', '{}'],
    [`${minted}_1`, 'f', '{"n":1}'],
  ]);
  expect(events.at(-1)).toEqual({ kind: 'reply-end', ending: { reason: 'tool-calls' } });
});

test('calls that all say index 0 are told apart by their ids', () => {
  const first = pieces({ index: 0, id: 'a', function: f('{') }, { index: 0, function: { arguments: '}' } });
  const second = pieces(
    { index: 0, id: 'b', function: f('[') },
    { index: 0, id: '', function: { arguments: ']' } },
  );
  expect(callsOf(decode(first, second, stop))).toEqual([
    ['a', 'f', '{}'],
    ['b', 'f', '[]'],
  ]);
});

test('pieces without an index go to the call that their id names, and without either to the last one', () => {
  const begin = pieces({ id: 'a', function: f('{') }, { id: 'b', function: { name: 'g', arguments: '{' } });
  const events = decode(
    begin,
    pieces({ id: 'a', function: { arguments: '"n":1' } }, { id: 'b', function: { arguments: '"m":2' } }),
    pieces({ function: { arguments: '}' } }, { id: 'a', function: f('}') }),
    stop,
  );
  expect(callsOf(events)).toEqual([
    ['a', 'f', '{"n":1}'],
    ['b', 'g', '{"m":2}'],
  ]);
});

test('whole calls without an index that all have the name of their tool for an id are told apart', () => {
  const of = (name: string, args: string) => pieces({ id: name, function: { name, arguments: args } });
  const events = decode(
    of('f', '{"n":1}'),
    of('f', '{"n":2}'),
    of('g', '{}'),
    of('f', '{"n":3}'),
    of('f', ''),
    stop,
  );
  expect(callsOf(events)).toEqual([
    ['f', 'f', '{"n":1}'],
    ['f', 'f', '{"n":2}'],
    ['g', 'g', '{}'],
    ['f', 'f', '{"n":3}'],
  ]);
});

test('a place may be written as a text', () => {
  const events = decode(
    pieces({ index: '0', id: 'a', function: f('') }, { index: '1', id: 'b', function: f('') }),
    pieces({ index: '0', function: { arguments: '{"n":1}' } }),
    pieces({ index: '1', function: { arguments: '{"n":2}' } }),
    stop,
  );
  expect(callsOf(events)).toEqual([
    ['a', 'f', '{"n":1}'],
    ['b', 'f', '{"n":2}'],
  ]);
});

test('a call that repeats its id and name in every piece is one', () => {
  const piece = (args: string) => pieces({ index: 0, id: 'a', function: f(args) });
  expect(callsOf(decode(piece('{"n"'), piece(':1}'), stop))).toEqual([['a', 'f', '{"n":1}']]);
});

const g = (args: string) => ({ function: { arguments: args } });
const whole = '{"n":"}\\\\"}';

test.each<[string, object[], string[]]>([
  ['are said once more', [{ function: f('') }, g('{"n":"}'), g('\\\\"}'), g(whole)], [whole]],
  ['are said once more, with the name', [{ function: f(whole) }, { function: f(whole) }], [whole]],
  ['are said once more in other words', [{ function: f(whole) }, g('{ "n": 1 }'), g('{}')], [whole]],
  ['have an empty object before them', [{ function: f('{}') }, g(' '), g('{"n":'), g('1}')], ['{"n":1}']],
  ['are an empty object', [{ function: f('{}') }, g('')], ['{}']],
  ['are an empty object in pieces', [{ function: f('{') }, g('}'), g('{}')], ['{}']],
  ['have white space behind them', [{ function: f(whole) }, { function: f('\n') }], [whole]],
])('arguments that %s are these alone', (_, said, expected) => {
  const placed = said.map((piece) => pieces({ index: 0, ...piece }));
  const named = said.map((piece) => pieces({ index: 0, id: 'c', ...piece }));
  for (const chunks of [placed, named])
    expect(callsOf(decode(...chunks, stop)).map(([, , args]) => args)).toEqual(expected);
});

test.each([
  ['an unescaped quote', ['{"cmd":"echo "', '}', '" > f"}']],
  ['one brace too many', ['{"n":1}', '}']],
  ['words behind an empty object', ['{}', ' or not']],
])('arguments with %s come as they were said: cut, they would be others', (_, said) => {
  const chunks = said.map((args, at) =>
    pieces({ index: 0, ...(at === 0 ? { id: 'c', function: f(args) } : g(args)) }),
  );
  expect(callsOf(decode(...chunks, stop))).toEqual([['c', 'f', said.join('')]]);
});

test('calls that share a place and have no id are told apart where one is whole', () => {
  const first = { index: 0, function: f('{"n":1}') };
  const events = decode(pieces(first), pieces(first), pieces({ index: 0, function: f('{"n":2}') }), stop);
  expect(callsOf(events).map(([, , args]) => args)).toEqual(['{"n":1}', '{"n":2}']);
});

test('a legacy call is a call', () => {
  const events = decode(delta({ function_call: f('') }), delta({ function_call: { arguments: '{}' } }), stop);
  expect(callsOf(events)).toEqual([['call_01a1fe8064b97aa1946dd820c9b40b30_0', 'f', '{}']]);
});

test('a seal that comes first is given when the call is whole', () => {
  const extra = { google: { thought_signature: 'sig' } };
  const begun = pieces({ index: 0, id: 'a', function: f('{'), extra_content: extra });
  const events = decode(begun, pieces({ index: 0, function: { arguments: '}' } }), stop);
  expect(foldReply(events).blocks).toEqual([
    {
      ...{ kind: 'tool-call', id: 'a', name: 'f', argsText: '{}' },
      seal: { dialect: 'generate-content', value: 'sig' },
    },
  ]);
});

test('usage replaces, on whatever chunk it comes', () => {
  const usage = (count: number) => ({ usage: { prompt_tokens: 1, completion_tokens: count } });
  const events = decode({ ...delta({ content: 'a' }), ...usage(1) }, { ...stop, ...usage(2) });
  expect(foldReply(events).usage?.outputVisible).toBe(2);
});

test('[DONE] ends an answer that gave no reason, and a reason ends one without [DONE]', () => {
  const complete = { kind: 'reply-end', ending: { reason: 'complete' } };
  expect(decode(delta({ content: 'a' }), '[DONE] ').at(-1)).toEqual(complete);
  expect(decode(delta({ content: 'a' }), stop).at(-1)).toEqual(complete);
});

test('an answer ends with its reason and its counts, without waiting for [DONE]', () => {
  const usage = { usage: { prompt_tokens: 1, completion_tokens: 2 } };
  const endsWith = (...chunks: object[]): boolean => {
    const decoder = codec.createStreamDecoder(ids);
    const events = chunks.flatMap((chunk) => decoder.push(JSON.stringify(chunk)));
    return events.at(-1)?.kind === 'reply-end';
  };
  expect(endsWith(delta({ content: 'a' }), stop, { choices: [], ...usage })).toBe(true);
  expect(endsWith(delta({ content: 'a' }), { ...stop, ...usage })).toBe(true);
  // Counts before the reason may not be the last.
  expect(endsWith({ ...delta({ content: 'a' }), ...usage }, stop)).toBe(false);
});

test('a reason on every chunk, as some write it, ends nothing before [DONE] or the stream does', () => {
  const every = (content: string) => ({
    choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 2 },
  });
  for (const first of [[], [every('')]])
    for (const last of [[], ['[DONE]']])
      expect(foldReply(decode(...first, every('a'), every('b'), ...last))).toMatchObject({
        blocks: [{ kind: 'text', text: 'ab' }],
        ending: { reason: 'complete' },
      });
});

test('a stream that just stops has no end, and neither has one that never began', () => {
  const cut = decode(delta({ content: 'a' }));
  expect(cut.map(({ kind }) => kind)).toEqual(['reply-start', 'block-start', 'block-delta']);
  expect(decode('[DONE]').map(({ kind }) => kind)).toEqual(['fault']);
});

test('[DONE] behind neither a word, nor counts, nor a reason ends no answer', () => {
  const first = delta({ role: 'assistant', content: '' });
  for (const chunk of [
    first,
    { choices: [] },
    { ...first, usage: { prompt_tokens: 0, completion_tokens: 0 } },
  ])
    expect(decode(chunk, '[DONE]').some(({ kind }) => kind === 'reply-end')).toBe(false);
  for (const chunk of [stop, { choices: [], usage: { prompt_tokens: 3, completion_tokens: 0 } }])
    expect(decode(chunk, '[DONE]').at(-1)).toEqual({ kind: 'reply-end', ending: { reason: 'complete' } });
});

test('an error inside the stream is the last of it', () => {
  const error = { error: { message: 'busy', code: 502 }, choices: [] };
  expect(decode(delta({ content: 'a' }), error, stop, '[DONE]').at(-1)).toEqual({
    kind: 'fault',
    fault: { message: 'busy', code: '502' },
  });
});

test.each([
  ['<html>'],
  ['[1]'],
  ['"text"'],
  [JSON.stringify(pieces({ index: 0, function: { arguments: '{' } }))],
])('%s is refused', (data) => {
  expect(() => decode(data)).toThrow();
});

test('chunks that call their delta a message, and their index a text, are read', () => {
  const said = (content: string) => ({
    choices: [{ index: '0', message: { content }, finish_reason: null }],
  });
  expect(foldReply(decode(said('H'), said('i'), stop)).blocks).toEqual([{ kind: 'text', text: 'Hi' }]);
});

test('a whole message behind its deltas is not said again', () => {
  const whole = { choices: [{ index: 0, delta: {}, message: { content: 'Hi' }, finish_reason: 'stop' }] };
  const bare = { choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }] };
  for (const last of [whole, bare])
    expect(foldReply(decode(delta({ content: 'H' }), delta({ content: 'i' }), last)).blocks).toEqual([
      { kind: 'text', text: 'Hi' },
    ]);
});

test('a call whose name comes with its second piece begins there, under the id of the first', () => {
  const begin = pieces(
    { index: 0, id: 'a', type: 'function', function: { arguments: '' } },
    { index: 1, id: 'b', type: 'function' },
  );
  const events = decode(
    begin,
    pieces({ index: 1, function: f('{}') }, { index: 0, function: f('[]') }),
    stop,
  );
  expect(callsOf(events)).toEqual([
    ['b', 'f', '{}'],
    ['a', 'f', '[]'],
  ]);
});

test('a call whose name never comes is a fault', () => {
  const events = decode(pieces({ index: 0, id: 'a', function: { arguments: '' } }), stop, '[DONE]');
  expect(events.at(-1)).toMatchObject({ kind: 'fault' });
});
