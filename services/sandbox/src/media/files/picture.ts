import { jpegBytes } from './jpeg.ts';
import { pngBytes } from './png.ts';
import { webpBytes } from './webp.ts';

export const pictureFormats = ['png', 'jpeg', 'webp'] as const;

export type PictureFormat = (typeof pictureFormats)[number];

const writers: Record<PictureFormat, (width: number, height: number) => Buffer> = {
  png: pngBytes,
  jpeg: jpegBytes,
  webp: webpBytes,
};

export function pictureBytes(
  format: PictureFormat,
  { width, height }: { width: number; height: number },
): Buffer {
  return writers[format](width, height);
}
