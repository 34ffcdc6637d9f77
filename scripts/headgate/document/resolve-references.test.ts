// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of the file, not templates.
import { expect, test } from 'vitest';
import { resolveReferences } from './resolve-references.ts';

const env = { KEY: 'sk-1', EMPTY: '', MONEY: '$&${KEY}' };

test.each([
  ['${KEY}', 'sk-1'],
  ['a ${KEY} and ${KEY}.', 'a sk-1 and sk-1.'],
  ['[${EMPTY}]', '[]'],
  ['$${KEY}', '${KEY}'],
  ['$$${KEY}', '$${KEY}'],
  ['${MONEY}', '$&${KEY}'],
  ['$KEY $ {KEY} ${} ${1A}', '$KEY $ {KEY} ${} ${1A}'],
  ['', ''],
])('%s becomes %s', (text, expected) => {
  expect(resolveReferences(text, env)).toEqual({ text: expected, problems: [] });
});

test('every variable that is not set is named', () => {
  expect(resolveReferences('${NOPE} ${KEY} ${ALSO}', env).problems).toEqual([
    'the environment variable NOPE is not set',
    'the environment variable ALSO is not set',
  ]);
});

test.each(['${KEY:-sk-default}', 'a ${KEY', '${KEY-x}', '${KEY }', '${KEY${KEY}}', '${KEY?}'])(
  'what begins like a reference and is none is no text: %s',
  (text) => {
    expect(resolveReferences(text, env).problems).toEqual([
      'what begins with ${ is no reference: ${NAME} is one, and $${ a plain ${',
    ]);
  },
);
