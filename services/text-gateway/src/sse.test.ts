import { fc } from '@headgate/runtime/testing/properties';
import { describe, expect, test } from 'vitest';
import { createSseSplitter, FrameTooLargeError } from './sse.ts';

function split(pieces: readonly Buffer[]): { data: string[]; raw: string } {
  const splitter = createSseSplitter(1_000_000);
  const frames = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
  return {
    data: frames.map(({ data }) => data.toString()).filter((data) => data !== ''),
    raw: Buffer.concat(frames.map(({ raw }) => raw)).toString(),
  };
}

const cases: [string, string, string[]][] = [
  ['LF', 'data: a\n\ndata: b\n\n', ['a', 'b']],
  ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
  ['CR', 'data: a\r\rdata: b\r\r', ['a', 'b']],
  ['mixed line ends', 'data: a\r\n\ndata: b\n\r\n', ['a', 'b']],
  ['no space after the colon', 'data:a\n\n', ['a']],
  ['several data lines', 'data: a\ndata: b\n\n', ['a\nb']],
  [
    'several lines that end in CRLF',
    'event: x\r\ndata: a\r\ndata: b\r\nid: 1\r\n\r\ndata: c\r\n\r\n',
    ['a\nb', 'c'],
  ],
  ['several lines that end in CR', ': c\rdata: a\rdata: b\rid: 1\r\rdata: c\rdata: d\r\r', ['a\nb', 'c\nd']],
  ['comments and names', ': hello\n\nevent: x\nid: 1\ndata: a\n\n', ['a']],
  ['a last frame without its blank line', 'data: a\n\ndata: b', ['a', 'b']],
  ['characters of several bytes', 'data: \u00fc\u{1f600}\u00fc\n\n', ['\u00fc\u{1f600}\u00fc']],
  ['a byte order mark', '\ufeffdata: a\n\n\ufeffdata: b\n\ndata: c\n\n', ['a', 'c']],
  ['a line that only begins with data', 'database: a\n\ndata: b\n\n', ['b']],
];

describe.each(cases)('%s', (_name, text, expected) => {
  test('comes out whole, and every byte with it', () => {
    expect(split([Buffer.from(text)])).toEqual({ data: expected, raw: text });
  });

  test('is the same wherever it is cut, once or into single bytes', () => {
    const bytes = Buffer.from(text);
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(split([bytes.subarray(0, at), bytes.subarray(at)]), `cut at ${at}`).toEqual({
        data: expected,
        raw: text,
      });
    }
    expect(split([...bytes].map((byte) => Buffer.from([byte])))).toEqual({ data: expected, raw: text });
  });
});

/** The events of a whole stream, as the standard reads it; the last one needs no blank line. */
function readAll(text: string): string[] {
  const events: string[][] = [[]];
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line === '') events.push([]);
    else if (line.startsWith('data:')) events.at(-1)?.push(line.slice('data:'.length).replace(/^ /, ''));
  }
  return events.map((lines) => lines.join('\n')).filter((data) => data !== '');
}

test('any lines come out as the standard reads them, wherever they are cut', () => {
  const lines = fc.constantFrom(
    'data: {"a":1}',
    'data:b',
    'data',
    'data:',
    ': c',
    'event: e',
    '',
    'data: \u{1f600}',
  );
  const ends = fc.constantFrom('\n', '\r\n', '\r');
  const texts = fc.array(fc.tuple(lines, ends), { maxLength: 14 }).map((all) => all.flat().join(''));
  fc.assert(
    fc.property(texts, lines, fc.array(fc.nat(150), { maxLength: 10 }), (text, last, cuts) => {
      const bytes = Buffer.from(text + last);
      const at = [0, ...cuts.filter((cut) => cut < bytes.length), bytes.length].sort((a, b) => a - b);
      const cut = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
      const found = split(cut.filter(({ length }) => length > 0));
      expect(found).toEqual({ data: readAll(text + last), raw: text + last });
    }),
    { numRuns: 1_000 },
  );
});

test('a frame beyond the bound is refused', () => {
  const splitter = createSseSplitter(100);
  splitter.push(Buffer.from('data: '));
  expect(() => splitter.push(Buffer.alloc(200, 'x'))).toThrow(FrameTooLargeError);
});

test('the bound is of one frame, not of the stream', () => {
  const splitter = createSseSplitter(100);
  for (let count = 0; count < 50; count += 1) {
    expect(splitter.push(Buffer.from('data: 12345'))).toHaveLength(0);
    expect(splitter.push(Buffer.from('67890\n\n'))).toHaveLength(1);
  }
});

test('the last byte of a blank line is not left behind', () => {
  const bytes = Buffer.from('data: a\r\n\r\n');
  for (const size of [1, 2, 3, 10]) {
    const splitter = createSseSplitter(100);
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    expect(pieces.flatMap(splitter.push)).toMatchObject([{ raw: bytes }]);
  }
});

test('a frame is handed out as soon as its blank line is there', () => {
  const splitter = createSseSplitter(100);
  expect(splitter.push(Buffer.from('data: a\n'))).toHaveLength(0);
  expect(splitter.push(Buffer.from('\ndata: b'))).toHaveLength(1);
  expect(splitter.push(Buffer.from('\r\n'))).toHaveLength(0);
  expect(splitter.push(Buffer.from('\r\n'))).toHaveLength(1);
});
