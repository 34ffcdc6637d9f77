/** Answers that hold films in base64: read without the films, and the films without the answers. */
import { describe, expect, test } from 'vitest';
import { createTextCutter, cutText } from './cut-texts.ts';
import { decodeText } from './decode-text.ts';

/** The same text in pieces of every length that could matter. */
function cuts(text: string): Buffer[][] {
  const bytes = Buffer.from(text);
  return [1, 2, 3, 5, 7, 64, bytes.length].map((size) =>
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    ),
  );
}

function cutted(pieces: readonly Buffer[]): unknown {
  const cut = createTextCutter();
  return JSON.parse(Buffer.concat(pieces.map(cut)).toString());
}

async function decoded(pieces: readonly Buffer[], name: string, skip?: number): Promise<Buffer> {
  const parts = [];
  for await (const part of decodeText(pieces, name, skip)) parts.push(part);
  return Buffer.concat(parts);
}

const film = Buffer.from(Array.from({ length: 1_000 }, (_, index) => (index * 7) % 256));

describe('an answer without its long texts', () => {
  test('is the same where they are short, however it comes', () => {
    const answer = { 'a"b\\': ['c\\', '"', '', 'ü', '\u2028'], d: { e: [1.5, null, true] }, '': 'f\\"' };
    for (const pieces of cuts(JSON.stringify(answer))) expect(cutted(pieces)).toEqual(answer);
  });

  test('shows where one was', () => {
    const longest = 'x'.repeat(64 * 1024);
    for (const [text, shown] of [
      [longest, longest],
      [`${longest}x`, cutText],
      ['\\"'.repeat(40_000), cutText],
    ] as const) {
      const answer = (of: string) => ({ before: 'b', text: of, after: 'a' });
      const bytes = Buffer.from(JSON.stringify(answer(text)));
      expect(cutted([bytes.subarray(0, 70_000), bytes.subarray(70_000)])).toEqual(answer(shown));
    }
  });
});

describe('a film in an answer', () => {
  test('is found by the name of its member, however the answer comes', async () => {
    const answer = {
      name: 'data',
      list: ['data', { other: 'data' }],
      video: { data: film.toString('base64') },
    };
    for (const pieces of cuts(JSON.stringify(answer, null, 1)))
      expect(await decoded(pieces, 'data')).toEqual(film);
  });

  test('may stand behind others of its name', async () => {
    const answer = [{ data: 'AAAA' }, { data: 'BBBB' }, { data: film.toString('base64') }];
    for (const pieces of cuts(JSON.stringify(answer))) expect(await decoded(pieces, 'data', 2)).toEqual(film);
  });

  test('may be escaped', async () => {
    const bytes = Buffer.from([0xff, 0xff, 0xfe, 0xfb, 0xef, 0xbe, 0xff]);
    const escaped = bytes
      .toString('base64')
      .replaceAll('/', '\\/')
      .replaceAll('=', '\\u003d')
      .replaceAll('+', '\\u002b');
    for (const pieces of cuts(`{"data":"${escaped}"}`)) expect(await decoded(pieces, 'data')).toEqual(bytes);
  });

  test.each(['{}', '{"data":5}', '{"other":"data"}', '["data","AAAA"]', '{"data":"AAAA"', '<html>', ''])(
    'is none in %s',
    async (answer) => {
      const whole = answer === '{"data":"AAAA"' ? '{"data":"AAAA' : answer;
      await expect(decoded([Buffer.from(whole)], 'data')).rejects.toThrow('no data');
    },
  );
});
