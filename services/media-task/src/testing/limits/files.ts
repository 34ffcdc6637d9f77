import { filmOf } from '@headgate/runtime/testing/film-of';
import type { Reference } from '../../families/wish.ts';

/** The first bytes of a file of each kind. */
const beginnings: Record<Reference['kind'], { type: string; bytes: Buffer }> = {
  image: { type: 'image/png', bytes: Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1') },
  video: { type: 'video/mp4', bytes: Buffer.from('\0\0\0\0ftypisom', 'latin1') },
  audio: { type: 'audio/mpeg', bytes: Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1') },
};

function fileOf(kind: Reference['kind'], sizeBytes = 16): { type: string; bytes: Buffer } {
  const { type, bytes: beginning } = beginnings[kind];
  const bytes = Buffer.alloc(sizeBytes);
  beginning.copy(bytes);
  return { type, bytes };
}

export function dataUrlOf(kind: Reference['kind'], sizeBytes?: number): string {
  const { type, bytes } = fileOf(kind, sizeBytes);
  return `data:${type};base64,${bytes.toString('base64')}`;
}

/** Each another address. */
export function addressesOf(kind: Reference['kind'], count: number): string[] {
  return Array.from({ length: count }, (_, index) => `https://files.example/${kind}-${index}`);
}

const sized = /\/sized-(\d+)$/;

/** Where a file of so many bytes lies. */
export function addressOfSized(sizeBytes: number): string {
  return `https://files.example/sized-${sizeBytes}`;
}

/** How large the file at an address is. */
function sizeAt(address: string): number | undefined {
  const [, size] = sized.exec(address) ?? [];
  return size === undefined ? undefined : Number(size);
}

/** Where a film of this length lies. */
export function addressOfFilm(lengthMs: number): string {
  return `https://files.example/film-of-${lengthMs}-ms`;
}

/** What lies at an address: as large, or as long, as it says; a film of three seconds unless it says otherwise. */
export function fileAt(kind: Reference['kind'], address: string): { type: string; bytes: Buffer } {
  const sizeBytes = sizeAt(address);
  if (kind !== 'video' || sizeBytes !== undefined) return fileOf(kind, sizeBytes);
  const [, lengthMs = '3000'] = /film-of-(\d+)-ms$/.exec(address) ?? [];
  return { type: 'video/mp4', bytes: filmOf(Number(lengthMs)) };
}
