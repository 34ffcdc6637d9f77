import { expect, test } from 'vitest';
import { noSeal, sealPrefix } from '../../../canon/seal.ts';
import { withoutForeignThoughts } from './without-foreign-thoughts.ts';

const foreign = Buffer.from(`${sealPrefix}responses.abc`).toString('base64');
const none = Buffer.from(noSeal).toString('base64');
const skipped = '"thoughtSignature":"skip_thought_signature_validator"';
const question = '{"role":"user","parts":[{"text":"Hi"}]}';
const model = (...parts: string[]) => `{"role":"model", "parts":[${parts.join(',')}]}`;
const callOf = (members: string) => `{${members}"functionCall":{"name":"f","args":{"n":1.0}}}`;
const bodyOf = (...contents: string[]) => `{"contents":[${contents.join(',')}],"x":1e2}`;
const cut = (demandsSeals: boolean, ...contents: string[]) =>
  withoutForeignThoughts(Buffer.from(bodyOf(...contents)), { demandsSeals })?.toString();

test.each(['thoughtSignature', 'thought_signature'])('all else keeps its bytes: %s', (slot) => {
  const thought = `{"text":"Hm.","thought":true,"${slot}":"${foreign}"}`;
  const own = `{"text":"Well.","thought":true,"${slot}":"own"}`;
  const said = `{"${slot}":"${sealPrefix}responses.abc","text":"Hello"}`;
  expect(cut(false, question, model(thought, own, said, callOf(`"${slot}":"${none}",`)), question)).toBe(
    bodyOf(question, model(own, '{"text":"Hello"}', callOf('')), question),
  );
});

test('a seal is known however its characters are written', () => {
  const thought = `{"thought":true,"thoughtSignature":"${foreign}\\/\\u003d"}`;
  expect(cut(false, question, model(thought, '{"text":"Hello"}'))).toBe(
    bodyOf(question, model('{"text":"Hello"}')),
  );
});

test('an answer of nothing but such thoughts is left out', () => {
  const thought = `{"thought":true,"thoughtSignature":"${foreign}"}`;
  expect(cut(false, question, model(thought), question)).toBe(bodyOf(question, question));
});

test('where calls must be sealed, the first of each answer says why it is not', () => {
  const sealed = callOf('"thoughtSignature":"own",');
  const unsealed = callOf(`"thoughtSignature":"${none}",`);
  expect(cut(true, question, model(unsealed, callOf('')), model(sealed, callOf('')), model(callOf('')))).toBe(
    bodyOf(
      question,
      model(callOf(`${skipped},`), callOf('')),
      model(sealed, callOf('')),
      model(callOf(`${skipped},`)),
    ),
  );
});

test.each([
  ['a part that is no list', `{"role":"model","parts":{"text":"Hello","thoughtSignature":"${foreign}"}}`],
  ['a text', model(`{"text":"${sealPrefix}"}`)],
  ['a member that stands twice', model(`{"text":"a","text":"b","thoughtSignature":"${foreign}"}`)],
])('a seal in %s is for a conversion', (_, content) => {
  expect(cut(true, question, content)).toBeUndefined();
});
