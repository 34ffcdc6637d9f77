/** What the vendor makes of an address in `fileData`. Source: Gemini API, "File input methods". */
import type { Source } from '../../../canon/blocks.ts';

/** Kept by the vendor for its client: of no use to anyone else. */
const stored = /^(?:gs:\/\/|https:\/\/generativelanguage\.googleapis\.com\/)/i;

/** The vendor's own hosts, from which it reads what anyone may read. */
const hosted = /^https:\/\/(?:storage\.googleapis\.com|(?:www\.|m\.)?youtube\.com|youtu\.be)\//i;

export function readAddress(uri: string, mediaType: string | undefined): Source {
  const ofType = mediaType ? { mediaType } : {};
  if (stored.test(uri)) return { kind: 'stored', dialect: 'generate-content', id: uri, ...ofType };
  return { kind: 'url', url: uri, ...ofType };
}

/** Whether the vendor reads the address by itself. */
export function isHosted(url: string): boolean {
  return stored.test(url) || hosted.test(url);
}

const byExtension: Record<string, string> = {
  gif: 'image/gif',
  heic: 'image/heic',
  heif: 'image/heif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  webp: 'image/webp',
};

/** What an address holds, by its name alone. */
export function guessMediaType(url: string): string | undefined {
  const extension = /\.([a-z]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase();
  return extension && Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined;
}
