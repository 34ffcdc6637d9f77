import { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import { expect, test } from 'vitest';
import { images } from './images.ts';
import { showSize } from './size.ts';

function read(fields: object, traits: Partial<Media> = {}) {
  return images.read({ model: 'm', prompt: 'a mill', ...fields }, Media.fromPartial(traits));
}

function refusalOf(fields: object, traits: Partial<Media> = {}): { param: string; message: string } {
  try {
    read(fields, traits);
  } catch (error) {
    return Object(error).fault;
  }
  throw new Error('it was taken');
}

test.each<[string, object]>([
  ['prompt', { prompt: '' }],
  ['n', { n: 0 }],
  ['n', { n: 11 }],
  ['n', { n: 1.5 }],
  ['quality', { quality: 'best' }],
  ['response_format', { response_format: 'blob' }],
  ['output_format', { output_format: 'svg' }],
  ['output_compression', { output_compression: 101 }],
  ['stream', { stream: true }],
  ['watermark', { watermark: 'no' }],
  ['size', { size: 'large' }],
  ['mask', { image: ['https://files.test/a.png'], mask: 'https://files.test/mask.png' }],
  ['markup', { image: ['https://files.test/a.png'], markup: 'https://files.test/drawn.png' }],
  ['markup', { image: ['https://files.test/a.png'], markup: { image_url: 'https://files.test/drawn.png' } }],
  ['image', { image: 'https://files.test/a.png' }],
  ['image', { image: Array(17).fill('https://files.test/a.png') }],
  ['image[1]', { image: ['https://files.test/a.png', 'data:image/png;base64,iVBORw0KGgo='] }],
  ['image[0]', { image: ['iVBORw0KGgo='] }],
  ['image[0]', { image: ['asset://one'] }],
  ['image[0]', { image: ['ftp://files.test/a.png'] }],
  ['image[0]', { image: [{ image_url: 'https://files.test/a.png' }] }],
  ['image[0]', { image: ['https://me:word@files.test/a.png'] }],
])('refuses and names %s: %j', (param, fields) => {
  const refusal = refusalOf(fields);
  expect(refusal).toMatchObject({ status: 400, param });
  expect(refusal.message).toContain(param);
});

test.each([1, 10])('takes %i images', (n) => {
  expect(read({ n }).imageCount).toBe(n);
});

test('what is left open is left to the vendor', () => {
  expect(read({ size: 'auto', stream: false })).toEqual({
    prompt: 'a mill',
    imageCount: 1,
    references: [],
    options: {},
  });
});

test.each([
  ['1024x1536', { size: { width: 1_024, height: 1_536 } }],
  ['16:9', { ratio: '16:9' }],
  ['2K', { resolution: '2K' }],
])('reads the size %s', (size, expected) => {
  expect(read({ size })).toMatchObject(expected);
});

const vip: Partial<Media> = { imageTier: 'vip-2k' };

test.each<[string | undefined, Partial<Media>, string]>([
  [undefined, vip, '2048x2048'],
  ['16:9', vip, '2560x1440'],
  ['21:9', { sizeMap: 'ratio' }, '3024x1296'],
  ['1920x1088', vip, '1920x1088'],
  ['1001x1003', { sizeMap: 'ratio' }, '1001x1003'],
  ['9:16', { imageTier: 'standard' }, '1080x1920'],
  ['1080x1920', { imageTier: 'standard' }, '1080x1920'],
])('the size %s of %j is %s', (size, traits, expected) => {
  const { size: found } = read({ size }, traits);
  expect(found && showSize(found)).toBe(expected);
});

test.each<[string, Partial<Media>]>([
  ['1:3', vip],
  ['2K', vip],
  ['auto', vip],
  ['1000x1000', vip],
  ['3856x2048', vip],
  ['3200x1024', vip],
  ['640x640', vip],
  ['1024x768', { imageTier: 'standard' }],
  ['2048x2048', { imageTier: 'pro-4k' }],
])('the size %s of %j is refused', (size, traits) => {
  expect(refusalOf({ size }, traits)).toMatchObject({ status: 400, param: 'size' });
});

test.each([true, false])('a mark is asked for, or none: %j', (watermark) => {
  expect(read({ watermark }).options).toEqual({ watermark });
});
