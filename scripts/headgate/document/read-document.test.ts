// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of the file, not templates.
import { expect, test, vi } from 'vitest';
import { DocumentError, readDocument } from './read-document.ts';

function problemsOf(yaml: string, env: NodeJS.ProcessEnv = {}): readonly string[] {
  try {
    readDocument(yaml, env);
  } catch (error) {
    if (error instanceof DocumentError) return error.problems;
    throw error;
  }
  throw new Error('the document was read');
}

test('references are replaced in every text, and in texts alone', () => {
  const yaml = 'a: ["${X}", { b: "http://${X}/" }] # ${NOPE}\n"${X}": 0.15\nc: |\n  line ${X}\n';
  expect(readDocument(yaml, { X: 'x' })).toEqual({ a: ['x', { b: 'http://x/' }], x: 0.15, c: 'line x\n' });
});

test('what a variable holds is text, whatever it looks like', () => {
  const env = { X: '0123', Y: 'a: [b]', Z: 'null' };
  expect(readDocument('- "${X}"\n- "${Y}"\n- ${Z}\n', env)).toEqual(['0123', 'a: [b]', 'null']);
});

test('every missing variable is named with its line', () => {
  expect(problemsOf('a: 1\nb: "${ONE}"\nc:\n  - "${TWO} ${THREE}"\n')).toEqual([
    'line 2: the environment variable ONE is not set',
    'line 4: the environment variable TWO is not set',
    'line 4: the environment variable THREE is not set',
  ]);
});

test('bad YAML is named with its line, without quoting the file', () => {
  const problems = problemsOf('keys:\n  - { name: a, key: sk-secret\nusers: [\n');
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.join('\n')).toMatch(/^line \d+: /);
  expect(problems.join('\n')).not.toContain('sk-secret');
});

test.each([
  ['key: *sk-secret', 'line 1: Unresolved alias'],
  ['a: 1\nkey: |sk-secret', 'line 2: Block scalar header includes extra characters'],
  ['key: >sk-secret\n  b', 'line 1: Block scalar header includes extra characters'],
  ['key: !sk-secret! x', 'line 1: Unresolved tag'],
  ['key: "\\xsk-secret"', 'line 1: Invalid escape sequence'],
])('a secret without quotes, or wrong within them, is not quoted: %j', (yaml, problem) => {
  expect(problemsOf(yaml)[0]).toBe(problem);
  expect(problemsOf(yaml).join('\n')).not.toContain('sk');
});

test('a map where a text was meant is not quoted by a warning', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
  expect(problemsOf('key: {{sk-secret}}')).toEqual(['line 1: A name that is no text']);
  expect(warn.mock.calls).toEqual([]);
  warn.mockRestore();
});

test('aliases that multiply without end are a problem', () => {
  const levels = Array.from({ length: 9 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(9)}]`);
  expect(problemsOf(['l0: &l0 x', ...levels].join('\n'))).toEqual(['Its aliases cannot be resolved.']);
});

test.each(['a: &a { b: *a }', 'a: &a\n  <<: *a', 'a: &a [{ b: &b [*a, *b] }]'])(
  'an alias within what it stands for is a problem, as it has no end: %j',
  (yaml) => {
    const problems = problemsOf(yaml);
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems)
      expect(problem).toMatch(/^line [12]: An alias within what it stands for$/);
  },
);

test('an alias of what stands before it is no problem', () => {
  expect(readDocument('a: &a [1]\nb: [*a, { c: *a }]', {})).toEqual({ a: [1], b: [[1], { c: [1] }] });
});

test('a member named twice in one map is a problem', () => {
  expect(problemsOf('models:\n  a: { price: { call: 1 } }\n  a: { price: { call: 2 } }\n')).toEqual([
    'line 3: Map keys must be unique',
  ]);
});

test.each(['a: 1\n---\nb: 2\n', 'a: 1\n---\n'])(
  'a second document is a problem, as it would be lost: %j',
  (yaml) => {
    expect(problemsOf(yaml)).toEqual(['line 2: A second document begins: a file is one']);
  },
);

test.each(['', '# a: 1\n', '---\n'])(
  'that there is nothing is said, as of a pipe that brought nothing: %j',
  (yaml) => {
    expect(problemsOf(yaml)).toEqual(['It is empty: {} is a file that names nothing.']);
  },
);

test('a name is text as it is written, also where it reads as a number', () => {
  expect(readDocument('1.10: a\n1.1: b\n0x10: c\n1e3: d\ntrue: e\n~: f\n529: 503\n', {})).toEqual({
    '1.10': 'a',
    '1.1': 'b',
    '0x10': 'c',
    '1e3': 'd',
    true: 'e',
    '~': 'f',
    529: 503,
  });
});

test.each([
  ['"${X}": 1\nx: 2\n', 2],
  ['x: 1\n"${Y}": 2\n', 2],
  ['1: a\n"1": b\n', 2],
])('two names that come to the same are a problem: %j', (yaml, line) => {
  expect(() => readDocument(yaml, { X: 'x', Y: 'x' })).toThrow(`line ${line}: Map keys must be unique`);
});

test.each([
  ['a: 1\nkey: !ENV CI_KEY', 'line 2: Unresolved tag'],
  ['key: !vault |\n  sk-secret', 'line 1: Unresolved tag'],
  ['price: !!float 1', 'line 1: Unresolved tag'],
  ['a: 1\nmodels: !!set { m: }', 'line 2: A tag that is not taken here'],
  ['groups: !!omap [g: { ratio: 1 }]', 'line 1: A tag that is not taken here'],
  ['key: !!binary c2st', 'line 1: A tag that is not taken here'],
  ['%FOO sk-secret\n---\na: 1', 'line 1: Invalid directive'],
])('what the parser would pass over is a problem: %j', (yaml, problem) => {
  expect(problemsOf(yaml)).toEqual([problem]);
});

test('a file that says it is of YAML 1.1 is read as such', () => {
  const yaml = '%YAML 1.1\n---\na: &a { x: 1 }\nb: { <<: *a, y: yes }\n';
  expect(readDocument(yaml, {})).toEqual({ a: { x: 1 }, b: { x: 1, y: true } });
});
