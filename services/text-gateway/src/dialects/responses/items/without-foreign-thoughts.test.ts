import { expect, test } from 'vitest';
import { noSeal, sealPrefix } from '../../../canon/seal.ts';
import { withoutForeignThoughts } from './without-foreign-thoughts.ts';

const thought = (seal: string) => `{"type":"reasoning","summary":[], "encrypted_content":"${seal}"}`;
const foreign = thought(`${sealPrefix}messages.abc`);
const ask = '{"role":"user","content":"Hi"}';
const call = '{"type":"function_call","call_id":"toolu_1","name":"f","arguments":"{\\"n\\":1.0}"}';
const bodyOf = (...items: string[]) => `{"model":"m", "input":[${items.join(',')}],"x":1e2}`;
const cut = (...items: string[]) => withoutForeignThoughts(Buffer.from(bodyOf(...items)))?.toString();

test('all but the thoughts of others keeps its bytes', () => {
  const hidden = thought(`headgate.seal.of-hidden.${sealPrefix}messages.abc`);
  expect(cut(ask, thought('own'), foreign, call, thought(noSeal), hidden)).toBe(
    bodyOf(ask, thought('own'), call),
  );
});

test('a seal is known however its characters are written', () => {
  expect(cut(ask, thought(`${sealPrefix}messages.a\\/b\\u003d`), call)).toBe(bodyOf(ask, call));
});

test('a picture of the vendor stays', () => {
  const picture = '{"type":"image_generation_call","id":"ig_0a1b","result":"AAAA"}';
  expect(cut(ask, foreign, picture)).toBe(bodyOf(ask, picture));
});

test.each([
  ['a picture of another', '{"type":"image_generation_call","id":"ig_0a1b_1","result":"AAAA"}'],
  ['a call of a long id', call.replace('toolu_1', 'x'.repeat(65))],
  ['a seal in another place', `{"type":"compaction","encrypted_content":"${sealPrefix}messages.abc"}`],
  ['a text that JSON forbids', '{"type":"mess\nage"}'],
  ['a member that stands twice', '{"type":"message","type":"message"}'],
])('%s is for a conversion', (_, item) => {
  expect(cut(ask, foreign, item)).toBeUndefined();
});
