/** What is fetched, and how each kind begins (Latin-1): a type that the bytes do not bear out is not believed. */
const beginnings: readonly [mediaType: string, begins: (bytes: string) => boolean][] = [
  ['image/png', (bytes) => bytes.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (bytes) => bytes.startsWith('\xff\xd8\xff')],
  ['image/gif', (bytes) => bytes.startsWith('GIF87a') || bytes.startsWith('GIF89a')],
  ['image/webp', (bytes) => bytes.startsWith('RIFF') && bytes.startsWith('WEBP', 8)],
  ['application/pdf', (bytes) => bytes.startsWith('%PDF-')],
];
const longestBeginning = 12;

export type MediaKind = 'image' | 'file';

const images = beginnings
  .map(([mediaType]) => mediaType)
  .filter((mediaType) => mediaType.startsWith('image/'));

/** The types that are taken. A file may be an image too: upstreams read either. */
export const takenTypes: Record<MediaKind, readonly string[]> = {
  image: images,
  file: ['application/pdf', ...images],
};

export function beginsAs(mediaType: string, bytes: Buffer): boolean {
  const begins = beginnings.find(([name]) => name === mediaType)?.[1];
  return begins?.(bytes.toString('latin1', 0, longestBeginning)) ?? false;
}
