import { expect, test } from 'vitest';
import { samplesOf, toPython } from './request-samples.ts';

const body = {
  model: 'gpt-4o-mini',
  stream: true,
  stop: null,
  user: undefined,
  messages: [{ role: 'user', content: `it's "quoted" $HOME \\ \n \`id\` 你好` }],
};
const textIn = (language: string, request: Parameters<typeof samplesOf>[0]): string =>
  samplesOf(request, 'https://gate.example', 'sk-1').find((sample) => sample.language === language)?.text ??
  '';

/** The words that a shell makes of a command whose words are bare or in single quotes. */
const wordsOf = (command: string): string[] =>
  [...command.replaceAll('\\\n', '').matchAll(/(?:'[^']*'|\\.|[^\s'\\])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|\\(.)/g, (_, quoted, escaped) => quoted ?? escaped),
  );

test('what a shell sends is the body, whatever stands in it', () => {
  const [program, url, , key, , , , sent = '', ...rest] = wordsOf(textIn('curl', { kind: 'chat', body }));
  expect([program, url, key, rest]).toEqual([
    'curl',
    'https://gate.example/v1/chat/completions',
    'Authorization: Bearer sk-1',
    [],
  ]);
  expect(JSON.parse(sent)).toEqual({ ...body, user: undefined });
});

test('Python has its own words for true, false and null', () => {
  expect(toPython({ a: true, b: [false, null, 1.5], c: {}, d: 'x"y', e: undefined })).toBe(
    '{\n    "a": True,\n    "b": [\n        False,\n        None,\n        1.5,\n    ],\n    "c": {},\n    "d": "x\\"y",\n}',
  );
});

test('a streamed answer is read as it comes, a whole one at once', () => {
  expect(textIn('Python', { kind: 'chat', body })).toContain('for chunk in stream:');
  expect(textIn('TypeScript', { kind: 'chat', body })).toContain('for await (const chunk of stream)');
  expect(textIn('Python', { kind: 'image', body: { prompt: 'a cat' } })).toContain('client.images.generate(');
  expect(textIn('TypeScript', { kind: 'video', body: { prompt: 'a cat' } })).toContain(
    'client.videos.create(',
  );
});

test('a length that the SDK has no type for says so, and one that it has does not', () => {
  const inTypeScript = (seconds: string) =>
    textIn('TypeScript', { kind: 'video', body: { prompt: 'a "seconds": cat', seconds } });
  expect(inTypeScript('5')).toMatch(/\n {2}\/\/ @ts-expect-error .*\n {2}"seconds": "5"\n/);
  expect(inTypeScript('8')).not.toContain('@ts-expect-error');
});
