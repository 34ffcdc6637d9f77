import { expect, test } from 'vitest';
import { measurePicture } from './measure-picture.ts';
import { mp4Bytes } from './mp4.ts';
import { pictureBytes, pictureFormats } from './picture.ts';

test.each(pictureFormats)('a picture in %s has the size that it was made in', (format) => {
  const size = { width: 1344, height: 766 };
  expect(measurePicture(pictureBytes(format, size))).toEqual({ format, ...size });
});

test('bytes that are no picture have no size', () => {
  expect(measurePicture(Buffer.alloc(100, 'text '))).toBeNull();
  expect(measurePicture(Buffer.from('a'))).toBeNull();
});

test('a film tells its size and its length', () => {
  const bytes = mp4Bytes({ width: 1280, height: 720, seconds: 8 });
  expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
  const header = bytes.indexOf('mvhd');
  expect(bytes.readUInt32BE(header + 20) / bytes.readUInt32BE(header + 16)).toBe(8);
  const track = bytes.indexOf('tkhd');
  expect([bytes.readUInt32BE(track + 80) >> 16, bytes.readUInt32BE(track + 84) >> 16]).toEqual([1280, 720]);
});
