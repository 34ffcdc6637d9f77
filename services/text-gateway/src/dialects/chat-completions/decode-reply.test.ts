import { expect, test } from 'vitest';
import { foldReply, type Reply } from '../../canon/fold.ts';
import { codec } from './codec.ts';

const ids = { requestId: '01a1fe80-64b9-7aa1-946d-d820c9b40b30' };
const minted = 'call_01a1fe8064b97aa1946dd820c9b40b30';

function decode(body: unknown): Reply {
  return foldReply(codec.decodeReply(body, ids));
}

function answer(message: object, finish: unknown = 'stop') {
  return decode({ choices: [{ index: 0, message, finish_reason: finish }] });
}

test.each([
  ['text', { content: 'Hi', reasoning: 'Hm.' }],
  ['both names', { content: 'Hi', reasoning: 'Hm.', reasoning_content: 'Hm.' }],
  [
    'parts',
    {
      content: [
        { type: 'text', text: 'H' },
        { type: 'text', text: 'i' },
      ],
      reasoning_content: 'Hm.',
    },
  ],
])('reasoning and text are read from %s', (_what, message) => {
  expect(answer(message).blocks).toEqual([
    { kind: 'reasoning', text: 'Hm.' },
    { kind: 'text', text: 'Hi' },
  ]);
});

test('calls without ids get them, and an answer with calls ends with calls', () => {
  const call = { function: { name: 'f', arguments: { n: 1 } } };
  const legacy = { name: 'g', arguments: '{}' };
  expect(answer({ content: null, tool_calls: [call], function_call: legacy })).toEqual({
    blocks: [
      { kind: 'tool-call', id: `${minted}_0`, name: 'f', argsText: '{"n":1}' },
      { kind: 'tool-call', id: `${minted}_1`, name: 'g', argsText: '{}' },
    ],
    ending: { reason: 'tool-calls' },
  });
});

test.each([
  ['stop', 'complete'],
  ['length', 'length'],
  ['model_length', 'context-exceeded'],
  ['model_context_window_exceeded', 'context-exceeded'],
  ['content_filter', 'filtered'],
  ['sensitive', 'filtered'],
  ['function_call', 'tool-calls'],
  ['eos', 'complete'],
  [null, 'complete'],
])('finish_reason %s is %s', (word, reason) => {
  expect(answer({ content: 'Hi' }, word).ending).toEqual({ reason });
});

test('usage without a choice is an empty answer', () => {
  const reply = decode({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 0 } });
  expect(reply).toMatchObject({ blocks: [], usage: { inputFresh: 3 }, ending: { reason: 'complete' } });
});

test.each([
  [
    { error: { message: 'busy', type: 'overloaded', code: 529 } },
    { message: 'busy', type: 'overloaded', code: '529' },
  ],
  [{ error: 'busy' }, { message: 'busy' }],
  [{ error: { detail: 'busy' } }, { message: '{"detail":"busy"}' }],
  [
    { object: 'error', message: 'busy', type: 'X', code: 'y' },
    { message: 'busy', type: 'X', code: 'y' },
  ],
])('the error %j under a status of success is a fault', (body, fault) => {
  expect(decode(body)).toEqual({ blocks: [], fault });
});

test('an answer with neither a choice nor counts has not ended', () => {
  expect(decode({ choices: [] })).toEqual({ blocks: [] });
});

test.each([[null], ['Hi'], [{}], [{ choices: 'x' }]])('%j is no answer', (body) => {
  expect(() => decode(body)).toThrow();
});
