import { expect, test } from 'vitest';
import { noSeal, sealPrefix } from '../../../canon/seal.ts';
import { withoutForeignThoughts } from './without-foreign-thoughts.ts';

const thought = `{"type":"thinking","thinking":"Hm.","signature":"${sealPrefix}responses.abc"}`;
const unsigned = `{"type":"thinking","thinking":"Hm.","signature":"${noSeal}"}`;
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

test('texts that only speak of seals stay', () => {
  const text = assistant(`{"type":"text","text":"${sealPrefix}x"}`);
  expect(cut(question, text, question)).toContain(text);
});

test.each([
  ['a turn that is still calling tools', [question, assistant(thought, callOf('a')), resultOf('a')]],
  ['an id that the vendor refuses', [question, assistant(thought, callOf('f:0')), resultOf('f:0'), question]],
  ['a message with two roles', ['{"role":"user","role":"user","content":"Hi"}']],
])('%s is none of its business', (_, messages) => {
  expect(cut(...messages)).toBeUndefined();
});
