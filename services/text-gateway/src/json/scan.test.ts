import { fc } from '@headgate/runtime/testing/properties';
import { describe, expect, test } from 'vitest';
import { type ImageShape, ScanError, scanArray, scanObject } from './scan.ts';
import { nearlyJson } from './testing/json-texts.ts';

function membersOf(text: string): Record<string, string> {
  const bytes = Buffer.from(text);
  const { members } = scanObject(bytes);
  return Object.fromEntries(
    [...members].map(([name, { start, end }]) => [name, bytes.toString('utf8', start, end)]),
  );
}

test('finds the spans of top-level members and only of those', () => {
  const text =
    ' {"model" : "a\\"b{", "n":-1.5e3,\n"deep":{"model":"no","x":[1,{"y":[]}]},"t":true,"z":null} ';
  expect(membersOf(text)).toEqual({
    model: '"a\\"b{"',
    n: '-1.5e3',
    deep: '{"model":"no","x":[1,{"y":[]}]}',
    t: 'true',
    z: 'null',
  });
});

test('a name is read for what it says, also after one whose characters are the bytes of this', () => {
  for (let number = 0; number < 20_000; number += 1) {
    const bytes = [0xc2 + (number % 29), 0x80 + (number % 61), 0xc2 + (number % 23), 0x80 + (number % 53)];
    const [asLatin1, asUtf8] = [Buffer.from(bytes).toString('latin1'), Buffer.from(bytes).toString('utf8')];
    for (const name of [asLatin1, asUtf8])
      if (membersOf(`{"${name}":1}`)[name] !== '1') expect.unreachable(name);
  }
});

test('an empty object has no members', () => {
  expect(membersOf('{}')).toEqual({});
});

test('a string that ends in backslashes ends where JSON says', () => {
  expect(membersOf('{"a":"\\\\","b":"\\\\\\"","c":1}')).toEqual({ a: '"\\\\"', b: '"\\\\\\""', c: '1' });
});

describe('refuses', () => {
  test.each([
    ['', 'not a JSON object'],
    ['[]', 'not a JSON object'],
    ['"model"', 'not a JSON object'],
    ['{', 'ends before'],
    ['{"a":1', 'ends before'],
    ['{"a":1,}', 'not valid JSON'],
    ['{"a" 1}', 'not valid JSON'],
    ['{"a":}', 'not valid JSON'],
    ['{"a":01}', 'not valid JSON'],
    ['{"a":nul}', 'not valid JSON'],
    ['{"a":[1 2]}', 'not valid JSON'],
    ['{"a":"x', 'ends inside a string'],
    ['{"a":"\\x"}', 'not valid JSON'],
    ['{"a":1}}', 'something after'],
    ['{"a":1} x', 'something after'],
    ['{"model":"a","model":"b"}', 'two members named "model"'],
    ['{"mod\\u0065l":"a"}', 'escaped name'],
    [`{"a":${'['.repeat(10_000)}`, 'nests deeper'],
  ])('%j', (text, why) => {
    expect(() => scanObject(Buffer.from(text))).toThrow(why);
  });

  test('invalid UTF-8', () => {
    expect(() => scanObject(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toThrow('UTF-8');
  });
});

test('agrees with JSON.parse about what is an object or an array, and what is in it', () => {
  fc.assert(
    fc.property(nearlyJson, (text) => {
      const parsed = attempt(() => parse(text));
      const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
      const bytes = Buffer.from(text);
      expect(
        attempt(() => scanArray(bytes).map(({ start, end }) => parse(bytes.toString('utf8', start, end)))),
      ).toEqual(Array.isArray(parsed) ? parsed : undefined);
      const members = attempt(() => Object.entries(membersOf(text)));
      if (members)
        expect(Object.fromEntries(members.map(([name, value]) => [name, parse(value)]))).toEqual(parsed);
      else if (isObject) expect(() => scanObject(bytes)).toThrow(/two members|escaped name/);
    }),
    { numRuns: 3_000 },
  );
});

/** As JSON.parse, but for what the scan lets pass within strings. */
function parse(text: string): unknown {
  return JSON.parse(
    text.replace(/"(?:[^"\\]|\\.)*"/gs, (string) => string.replace(escapeOrControl, toEscape)),
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const escapeOrControl = /\\.|[\x00-\x1f]/gs;

function toEscape(found: string): string {
  return found.startsWith('\\') ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

describe('images', () => {
  const shape: ImageShape = { within: 'messages', parts: ['image_url'], begins: ['data:'] };
  const data = `data:image/png;base64,${'A'.repeat(1_000)}`;
  const scan = (text: string) => {
    const { imageParts, imageBytes } = scanObject(Buffer.from(text), shape);
    return { imageParts, imageBytes };
  };

  test('their bytes are told from text, at any depth of the messages and however the name is spelt', () => {
    const parts = `[{"type":"image_url","image_url":{"url":"${data}"}},{"image\\u005furl":"${data}"}]`;
    expect(scan(`{"messages":[{"content":${parts}}]}`)).toEqual({
      imageParts: 2,
      imageBytes: 2 * data.length,
    });
  });

  test('an image inside of an image is another', () => {
    const nested = `{"messages":[{"image_url":{"image_url":"${data}"}}]}`;
    expect(scan(nested)).toEqual({ imageParts: 2, imageBytes: data.length });
  });

  test('text under the name of an image is text, and so is an image that is far away', () => {
    expect(scan('{"messages":[{"image_url":{"url":"https://x/y.png","note":"words"}}]}')).toEqual({
      imageParts: 1,
      imageBytes: 0,
    });
  });

  test('outside of the messages nothing is an image', () => {
    const schema = `{"tools":[{"properties":{"image_url":{"description":"${data}"}}}],"messages":[]}`;
    expect(scan(schema)).toEqual({ imageParts: 0, imageBytes: 0 });
    expect(scan(`{"messages":[],"image_url":"${data}"}`)).toEqual({ imageParts: 0, imageBytes: 0 });
  });

  test('a text that looks like one stays text', () => {
    expect(scan(`{"messages":[{"text":"${data}","type":"image_url"}]}`)).toEqual({
      imageParts: 0,
      imageBytes: 0,
    });
  });

  test('a sound in such a member is one, and no image', () => {
    const sound = `SUQz${'A'.repeat(1_000)}`;
    const parts = [{ media: { data: sound } }, { media: { data } }, { media: { data: 'words' } }];
    const body = Buffer.from(JSON.stringify({ messages: parts, sound }));
    const found = scanObject(body, { ...shape, parts: ['media'], sounds: ['//', 'SUQz'] });
    expect(found).toMatchObject({ imageParts: 2, imageBytes: data.length, soundBytes: sound.length });
  });
});

test('a string of many megabytes with escapes is no burden', () => {
  const text = `line\\n${'x'.repeat(24 * 1024 * 1024)}\\u00e9`;
  expect(Object.keys(membersOf(`{"a":"${text}"}`))).toEqual(['a']);
  expect(() => scanObject(Buffer.from(`{"a":"${'x'.repeat(24 * 1024 * 1024)}\\u00g9"}`))).toThrow(
    'not valid JSON',
  );
});

test('nesting is allowed to its bound and not beyond', () => {
  const nested = (depth: number) => Buffer.from(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`);
  expect(() => scanObject(nested(255))).not.toThrow();
  expect(() => scanObject(nested(256))).toThrow('nests deeper');
});

test.each([
  ['a name', '{"messages":[{"a\\u0062\n":1}]}'],
  ['what a part says it is', '{"messages":[{"source":{"type":"a\n"}}]}'],
])('a control character is refused in %s', (_, body) => {
  const images = { within: 'messages', parts: ['source'], begins: [], said: { by: ['type'], begins: [] } };
  expect(() => scanObject(Buffer.from(body), images)).toThrow(ScanError);
});
