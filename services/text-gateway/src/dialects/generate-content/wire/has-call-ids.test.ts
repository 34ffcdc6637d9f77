import { expect, test } from 'vitest';
import { hasCallIds } from './has-call-ids.ts';

const body = (...parts: object[]) => Buffer.from(JSON.stringify({ contents: [{ role: 'user', parts }] }));

test.each([
  ['a call', body({ functionCall: { id: 'a', name: 'f' } }), true],
  ['a result', body({ text: 'x' }, { functionResponse: { id: 'a', name: 'f' } }), true],
  ['a result by its other name', body({ function_response: { id: 'a', name: 'f' } }), true],
  ['a call without', body({ functionCall: { name: 'f', args: { id: 1 } } }), false],
  ['something else of that name', body({ text: '"id"' }, { inlineData: { id: 'a' } }), false],
  ['no JSON', Buffer.from('{"id"'), false],
])('%s', (_, bytes, has) => {
  expect(hasCallIds(bytes)).toBe(has);
});
