import { expect, test } from 'vitest';
import { parseControl } from './parse-control.ts';

function control(text: string) {
  const parsed = parseControl(text);
  if (parsed.type === 'problem') throw new Error(parsed.message);
  return { ...parsed.control, rest: parsed.rest };
}

test('text without controls stays as it is, spaces included', () => {
  expect(control('  see [[the wiki]] and [1]  ')).toMatchObject({
    rest: '  see [[the wiki]] and [1]  ',
    settings: {},
  });
});

test('settings are read from anywhere in the text, and sizes take units', () => {
  const found = control('hello [[chunks=200 delay=5]] there [[total=3MB]] [[filtered]]');
  expect(found.settings).toEqual({ chunks: 200, delay: 5, total: 3 * 1024 * 1024 });
  expect(found.ending).toBe('filtered');
  expect(found.rest).toBe('hello  there');
});

test('a tool control ends where its arguments are whole', () => {
  const found = control('[[tool plot {"rows":[[1,2],[3]]}]] [[tool noop]] [[tool list [1]]]');
  expect(found.calls).toEqual([
    { name: 'plot', arguments: '{"rows":[[1,2],[3]]}' },
    { name: 'noop', arguments: null },
    { name: 'list', arguments: '[1]' },
  ]);
  expect(found.rest).toBe('');
});

test.each([
  ['[[chunks=many]]', 'chunks'],
  ['[[chunks=-1]]', 'chunks'],
  ['[[chunks]]', 'chunks'],
  ['[[chunks=5 sise=3]]', 'sise=3'],
  ['[[size=0]]', 'size'],
  ['[[delay=60001]]', '60000'],
  ['[[tool plot {"a":]]', 'JSON'],
])('%s is refused with words that say what is wrong', (text, word) => {
  expect(parseControl(text)).toMatchObject({ type: 'problem', message: expect.stringContaining(word) });
});
