import { expect, test } from 'vitest';
import { withThoughtsBesideCalls } from './with-thoughts-beside-calls.ts';

const bodyOf = (...messages: string[]) => `{"model": "m", "messages":[${messages.join(',')}], "own": 1.0}`;
const given = (...messages: string[]) => withThoughtsBesideCalls(Buffer.from(bodyOf(...messages)), ' ');
const calls = '"tool_calls":[{"id": "c1","type":"function","function":{"name":"f","arguments":"{}"}}]';
const user = '{"role":"user","content":"say \\"tool_calls\\""}';
const result = '{"role":"tool","tool_call_id":"c1","content":"1"}';

test('calls without thoughts get what stands for these, and all else keeps its bytes', () => {
  expect(given(user, `{"role":"assistant",${calls}}`, result)?.toString()).toBe(
    bodyOf(user, `{"reasoning_content":" ","role":"assistant",${calls}}`, result),
  );
  expect(given(user, `{"reasoning_content": null,${calls}}`)?.toString()).toBe(
    bodyOf(user, `{"reasoning_content": " ",${calls}}`),
  );
});

test('thoughts under the other name are given under this one', () => {
  expect(given(user, `{"reasoning":"So \\u0061",${calls}}`)?.toString()).toBe(
    bodyOf(user, `{"reasoning_content":"So \\u0061","reasoning":"So \\u0061",${calls}}`),
  );
});

test('thoughts without a word are none', () => {
  expect(given(user, `{"reasoning_content":"",${calls}}`)?.toString()).toBe(
    bodyOf(user, `{"reasoning_content":" ",${calls}}`),
  );
  expect(given(user, `{"reasoning":"",${calls}}`)?.toString()).toBe(
    bodyOf(user, `{"reasoning_content":" ","reasoning":"",${calls}}`),
  );
  const body = Buffer.from(bodyOf(user, `{"reasoning_content":"",${calls}}`));
  expect(withThoughtsBesideCalls(body, '')).toBe(body);
});

test.each([
  ['thoughts are there', `{"reasoning_content":"So","reasoning":"other",${calls}}`],
  ['nothing was called', '{"role":"assistant","content":"Hi","tool_calls":[]}'],
  ['nobody called', user],
])('a body stays as it is where %s', (_, message) => {
  const body = Buffer.from(bodyOf(user, message));
  expect(withThoughtsBesideCalls(body, ' ')).toBe(body);
});
