import { filmOf } from '@headgate/runtime/testing/film-of';
import { expect, test } from 'vitest';
import type { Reference, Wish } from '../families/wish.ts';
import { checkLengths } from './check-lengths.ts';
import { mp4LengthMs } from './mp4-length.ts';
import type { RequestFiles } from './reference-files.ts';

function wishOf(source: Reference['source']): Wish {
  const lengthMs = { min: 2_000, max: 5_000 };
  const reference = {
    kind: 'video',
    role: 'reference',
    source,
    param: 'referenceVideos[0]',
    lengthMs,
  } as const;
  return { prompt: 'a mill', references: [reference], options: {} };
}

/** Where a film of this length lies. */
function filesWith(ms: number): RequestFiles {
  const bring: RequestFiles['bring'] = async () => ({ bytes: filmOf(ms), type: 'video/mp4' });
  return { bring, publish: () => Promise.reject(new Error('nothing is published')), release() {} };
}

const address = wishOf({ url: 'https://files.test/film.mp4' });

test.each([2_000, 2_001, 4_999, 5_000])('a film of %i ms is taken', async (ms) => {
  await checkLengths(address, filesWith(ms));
  await checkLengths(wishOf({ bytes: filmOf(ms), type: 'video/mp4' }), filesWith(0));
});

test.each([0, 1_999, 5_001, 60_000])(
  'a film of %i ms is refused, by member, length and range',
  async (ms) => {
    await expect(checkLengths(address, filesWith(ms))).rejects.toMatchObject({
      fault: {
        status: 400,
        param: 'referenceVideos[0]',
        message: `referenceVideos[0] is ${ms / 1_000} seconds long; it must be 2 to 5 seconds.`,
      },
    });
  },
);

test('what tells no length is refused', async () => {
  const wish = wishOf({ bytes: Buffer.from('no film'), type: 'video/webm' });
  await expect(checkLengths(wish, filesWith(0))).rejects.toThrow('its length cannot be read');
});

test('lengths are read in both versions of the header, and not beyond the file', () => {
  expect(mp4LengthMs(filmOf(3_250, { isLong: true }))).toBe(3_250);
  const film = filmOf(3_250);
  for (let end = 0; end < film.length; end += 1) expect(mp4LengthMs(film.subarray(0, end))).toBeUndefined();
});
