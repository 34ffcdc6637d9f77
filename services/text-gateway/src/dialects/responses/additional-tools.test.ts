/** Tools that an item of the input adds, as Codex sends all of its own, over upstreams that know no such items. */
import { expect, test } from 'vitest';
import { decodeRequest } from './decode-request.ts';

const tool = (name: string, description: string) => ({
  ...{ type: 'function', name, description, strict: false },
  parameters: { type: 'object', properties: {} },
});
const add = (...tools: object[]) => ({ type: 'additional_tools', id: 'at_1', role: 'developer', tools });
const functions = {
  ...{ type: 'namespace', name: 'functions', description: '' },
  tools: [{ type: 'custom', name: 'exec', description: 'Runs it.' }, tool('wait', 'Waits.')],
};

test('are tools of the request, in their namespaces, and what is said around them stays where it was', () => {
  const request = decodeRequest({
    model: 'm',
    input: [
      add(functions),
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
      add(tool('late', 'Came late.')),
    ],
  });
  expect(request.tools.map(({ name, freeform }) => [name, freeform !== undefined])).toEqual([
    ['functions.exec', true],
    ['functions.wait', false],
    ['late', false],
  ]);
  expect(request.instructions).toEqual([{ kind: 'text', text: 'Be brief.' }]);
  expect(request.turns).toEqual([{ from: 'user', blocks: [{ kind: 'text', text: 'Hi' }] }]);
});

test('the last of a name counts, and one may be chosen', () => {
  const request = decodeRequest({
    ...{ model: 'm', input: [add(tool('a', 'New.'), tool('b', 'Other.'))], tools: [tool('a', 'Old.')] },
    tool_choice: { type: 'function', name: 'b' },
  });
  expect(request.tools.map(({ name, description }) => [name, description])).toEqual([
    ['a', 'New.'],
    ['b', 'Other.'],
  ]);
  expect(request.toolChoice).toEqual({ kind: 'tool', name: 'b' });
});

test('one that cannot be served is named by its place', () => {
  const asked = { model: 'm', input: [add({ type: 'web_search' })] };
  expect(() => decodeRequest(asked)).toThrow('input[0].tools[0].type');
});
