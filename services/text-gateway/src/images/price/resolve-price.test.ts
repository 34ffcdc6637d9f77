import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { expect, test } from 'vitest';
import { type ImageWish, resolvePrice } from './resolve-price.ts';

function resolve(names: readonly string[], wish: Partial<ImageWish>) {
  const prices = new Map(names.map((name) => [name, 1n]));
  try {
    return resolvePrice({ size: undefined, quality: undefined, ...wish }, prices);
  } catch (error) {
    return faultOf(error)?.param;
  }
}

const open = { size: undefined, quality: undefined };
const auto = { size: 'auto' };
const square = '1024x1024';
const high = { size: square, quality: 'high' };

test.each<[what: string, names: string[], wish: Partial<ImageWish>, resolved: object | string]>([
  ['one price, nothing said', [''], {}, { ...open, variant: '' }],
  ['one price, all said', [''], high, { ...high, variant: '1024x1024:high' }],
  ['by size, nothing said', [square], {}, { ...open, size: square, variant: square }],
  ['by size, left to the vendor', [square], { size: 'auto' }, { size: square, variant: square }],
  ['by size, and a quality', [square], high, { ...high, variant: '1024x1024:high' }],
  [
    'by quality, nothing said',
    [`${square}:low`, `${square}:medium`],
    {},
    { size: square, quality: 'medium' },
  ],
  [
    'by quality, left to the vendor',
    [`${square}:hd`, `${square}:standard`],
    { quality: 'auto' },
    { quality: 'standard' },
  ],
  ['one quality dearer than the rest', [square, `${square}:high`], {}, { quality: 'medium' }],
  ['qualities of other names', [`${square}:soft`], {}, { quality: 'soft', variant: `${square}:soft` }],
  ['by resolution', ['1K', '2K'], { size: '2048x1152' }, { variant: '2K' }],
  [
    'by a resolution that stands for another',
    ['1K'],
    { size: '2048x2048', resolution: '1K' },
    { variant: '1K' },
  ],
  ['a size before its resolution', ['1K', square], { size: square }, { variant: square }],
  ['a ratio, by resolution', ['1K', '2K'], { size: '16:9' }, { size: '16:9', variant: '1K' }],
  ['a ratio with a price of its own', ['1K', '16:9'], { size: '16:9' }, { variant: '16:9' }],
  ['a ratio whose resolution has no price', ['2K', '4K'], { size: '16:9' }, 'size'],
  ['by resolution, nothing said', ['1K', '2K'], {}, { size: square, variant: '1K' }],
  [
    'by resolution, after a picture',
    ['1K', '2K'],
    { isAfterPicture: true },
    { ...open, variant: '1K', resolution: '1K' },
  ],
  [
    'by resolution, left to the vendor',
    ['1K'],
    { ...auto, isAfterPicture: true },
    { ...auto, variant: '1K' },
  ],
  ['by size, after a picture', ['1K', square], { isAfterPicture: true }, { size: square, variant: square }],
  ['a resolution before any other size', ['4K', ''], { size: '4096x4096' }, { variant: '4K' }],
  ['a size before any other', [square, '1K', ''], { size: square }, { variant: square }],
  ['a ratio, by resolution before any other size', ['1K', ''], { size: '16:9' }, { variant: '1K' }],
  [
    'by resolution before any other size, after a picture',
    ['1K', '2K', ''],
    { isAfterPicture: true },
    { ...open, variant: '1K', resolution: '1K' },
  ],
  [
    'any other size than a resolution, after a picture',
    ['2K', ''],
    { isAfterPicture: true },
    { ...open, variant: '', resolution: '1K' },
  ],
  ['a size without a price', [square], { size: '512x512' }, 'size'],
  ['a quality without a price', [`${square}:low`], high, 'quality'],
  ['any other size', [square, ''], { size: '512x512' }, { variant: '512x512' }],
  ['a word that is no size', [''], { size: 'a'.repeat(50) }, { variant: '' }],
  ['a word that is no quality', [''], { size: square, quality: 'X-1' }, { variant: square }],
])('%s', (_what, names, wish, resolved) => {
  const found = resolve(names, wish);
  if (typeof resolved === 'string') expect(found).toBe(resolved);
  else expect(found).toMatchObject(resolved);
});

test('without prices what was asked is what is sent', () => {
  expect(resolvePrice(open, undefined)).toEqual({ ...open, variant: '' });
  expect(resolvePrice(high, undefined)).toEqual({ ...high, variant: '1024x1024:high' });
});
