import { describe, expect, test } from 'vitest';
import { noSeal, sealPrefix } from '../../../canon/seal.ts';
import { withoutForeignThoughts } from './without-foreign-thoughts.ts';

const thought = `{"type":"thinking","thinking":"Hm.","signature":"${sealPrefix}responses.abc"}`;
const unsigned = `{"type":"thinking","thinking":"Hm.","signature":"${noSeal}"}`;
const own = '{"type":"thinking","thinking":"Well.","signature":"own"}';
const blank = '{"type":"text","text":"\\n\\n"}';
const question = '{"role":"user","content":"Hi"}';
const callOf = (id: string) => `{"type":"tool_use","id":"${id}","name":"f","input":{"n":1.0}}`;
const resultOf = (id: string) =>
  `{"role":"user","content":[{"type":"tool_result","tool_use_id":"${id}","content":"r"}]}`;
const assistant = (...blocks: string[]) => `{"role":"assistant", "content":[${blocks.join(',')}]}`;
const cut = (...messages: string[]) =>
  withoutForeignThoughts(Buffer.from(`{"model":"m","messages":[${messages.join(',')}],"x":1e2}`))?.toString();

test('all but the thoughts of others keeps its bytes', () => {
  const turns = (...thoughts: string[]) =>
    [question, assistant(...thoughts, callOf('a')), resultOf('a'), assistant('"x"'), question] as const;
  expect(cut(...turns(thought, unsigned))).toBe(`{"model":"m","messages":[${turns().join(',')}],"x":1e2}`);
});

test('an answer of nothing but such thoughts is left out', () => {
  expect(cut(question, assistant(thought), question)).toBe(
    `{"model":"m","messages":[${question},${question}],"x":1e2}`,
  );
});

test.each([
  ['beside thoughts', [question, assistant(thought, blank, callOf('a')), resultOf('a'), question]],
  ['alone', [question, assistant(thought, callOf('a')), resultOf('a'), assistant(blank), question]],
  [
    'in an answer without thoughts',
    [question, assistant(thought), question, assistant(blank, callOf('a')), resultOf('a'), question],
  ],
])('text of nothing but white space, which the vendor refuses, goes with them: %s', (_, messages) => {
  const said = cut(...messages);
  expect(said).not.toMatch(/thinking|\\n/);
  expect(said?.match(/"assistant"/g)).toHaveLength(1);
  expect(said).toContain(assistant(callOf('a')));
});

test('so it does where a turn goes on, and the thoughts of the vendor stay', () => {
  const before = [question, assistant(thought, '"x"')];
  const turn = (...texts: string[]) => [question, assistant(own, ...texts, callOf('a')), resultOf('a')];
  expect(cut(...before, ...turn(blank))).toContain(turn().join(','));
});

test('ids in what a tool is called with are of any letters', () => {
  const call = '{"type":"tool_use","id":"a","name":"f","input":{"id":"a:0"}}';
  const turns = (...thoughts: string[]) => [question, assistant(...thoughts, call), resultOf('a'), question];
  expect(cut(...turns(thought))).toContain(`[${turns().join(',')}]`);
});

describe.each([
  [
    'that did not begin with a thought',
    [question, assistant(thought, '"x"'), question, assistant(callOf('a'))],
  ],
  ['that began with the thought of another', [question, assistant(thought, callOf('a'))]],
  [
    'that another went on with',
    [question, assistant(own, callOf('b')), resultOf('b'), assistant(thought, callOf('a'))],
  ],
])('where a turn goes on %s', (_, begun) => {
  const turns = [...begun, resultOf('a')];
  const body = (members: string) => Buffer.from(`{"messages":[${turns.join(',')}]${members}}`);

  test('thinking by a budget is none of its business: the vendor refuses it', () => {
    const thinking = ',"thinking":{"type":"enabled","budget_tokens":1024}';
    expect(withoutForeignThoughts(body(thinking))).toBeUndefined();
  });

  test.each(['', ',"thinking":{"type":"adaptive"}'])('all else passes: %s', (members) => {
    expect(withoutForeignThoughts(body(members))?.toString()).not.toContain('Hm.');
  });
});

test('texts that only speak of seals stay', () => {
  const text = assistant(`{"type":"text","text":"${sealPrefix}x"}`);
  expect(cut(question, text, question)).toContain(text);
});

test.each([
  ['an id that the vendor refuses', [question, assistant(thought, callOf('f:0')), resultOf('f:0'), question]],
  ['what is no JSON', [question, assistant(thought.replace('Hm.', '\n')), question]],
  ['a message with two roles', ['{"role":"user","role":"user","content":"Hi"}']],
])('%s is none of its business', (_, messages) => {
  expect(cut(...messages)).toBeUndefined();
});
