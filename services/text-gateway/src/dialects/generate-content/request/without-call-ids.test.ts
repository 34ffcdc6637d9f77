import { expect, test } from 'vitest';
import { withoutCallIds } from './without-call-ids.ts';

const call = (id: string, rest = '"name":"f","args":{"id":1.0}') => `{"functionCall":{${id}${rest}}}`;
const result = (id: string, name = 'functionResponse') =>
  `{"${name}":{${id}"name":"f","response":{"id":2e1}}}`;
const content = (...parts: string[]) => `{"parts":[${parts.join(',')}], "role":"any"}`;
const bodyOf = (...contents: string[]) => `{"contents":[${contents.join(',')}],"id":"kept", "x":1e2}`;
const cut = (...contents: string[]) => withoutCallIds(Buffer.from(bodyOf(...contents)))?.toString();

const a = '"id":"a",';
const b = '"id":"b",';

test('ids of calls and results go, all else keeps its bytes', () => {
  expect(cut(content(call(a), call(b)), content(result(a), result(b, 'function_response')))).toBe(
    bodyOf(content(call(''), call('')), content(result(''), result('', 'function_response'))),
  );
});

test('one content and one part that stand for lists of one are for a conversion', () => {
  const one = `{"role":"user","parts":${result(a)}}`;
  expect(cut(content(call(a)), one)).toBeUndefined();
  expect(withoutCallIds(Buffer.from(`{"contents":${one}}`))).toBeUndefined();
});

test('ids that a client made itself go, since places have told what answers what', () => {
  expect(cut(content(call(''), call('')), content(result('"id":"f-2",'), result('"id":"f-1",')))).toBe(
    bodyOf(content(call(''), call('')), content(result(''), result(''))),
  );
});

test('an id that comes again in a later turn is of the later call', () => {
  const turn = [content(call(a), call(b)), content(result(a), result(b))];
  expect(cut(...turn, ...turn)).not.toContain('"id":"a"');
});

test('a body without ids is given back as it is', () => {
  const body = Buffer.from(bodyOf(content(call('')), content(result(''))));
  expect(withoutCallIds(body)).toBe(body);
});

test.each([
  ['results in another order', content(call(a), call(b)), content(result(b), result(a))],
  ['a result of an earlier turn', content(call(a), call(b)), content(result(b)), content(result(a))],
  ['members that stand twice', content(call(`${a}${b}`))],
])('%s are for a conversion', (_, ...contents) => {
  expect(cut(...contents)).toBeUndefined();
});

test.each([['{"id"'], ['[{"id":1}]']])('what is no request is for a conversion: %s', (text) => {
  expect(withoutCallIds(Buffer.from(text))).toBeUndefined();
});
