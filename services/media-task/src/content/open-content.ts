import { Transform } from 'node:stream';
import { type OpenStream, StreamError } from '../call/open-stream.ts';
import { sniffType } from '../families/members/sniff.ts';
import { readBeginning } from '../store/read-beginning.ts';
import type { AtVendor } from './find-content.ts';

const media = /^(video|image|audio)\/[\w.+-]+$/;

/**
 * What the vendor says it is, as far as that names a medium, else what its answer said or the usual one; never what a browser would
 * run.
 */
export function typeOf(stream: OpenStream, { type }: AtVendor): string {
  const isShown = (named: string) => media.test(named) && !named.startsWith('image/svg');
  return [namedType(stream), type].find(isShown) ?? 'application/octet-stream';
}

/** What the vendor says it is, without parameters; empty where it says nothing. */
export function namedType({ headers }: OpenStream): string {
  return String(headers['content-type'] ?? '')
    .replace(/;.*/, '')
    .trim()
    .toLowerCase();
}

/** Whether that is words: gateways tell of errors, and show their own pages, under 200. */
export function isPage(type: string): boolean {
  return /^text\/|^application\/(?:json|xml|[\w.-]+\+(?:json|xml))$/.test(type);
}

/**
 * The bytes of a file. Of one that is called words the first ones decide: servers that say nothing of a type call anything
 * HTML. Throws a StreamError where they are words, or there are none.
 */
export async function checkPage(stream: OpenStream): Promise<AsyncIterable<Buffer>> {
  if (stream.status !== 200) return stream.body;
  const { beginning, whole } = await readBeginning(stream.body).catch((cause: unknown) => {
    throw new StreamError('the file broke off', { cause });
  });
  const isFile = isPage(namedType(stream)) ? sniffType(beginning) !== undefined : beginning.length > 0;
  if (!isFile) throw new StreamError('the upstream answered without a file');
  return whole;
}

/** Types that say nothing. */
const untold = ['', 'application/octet-stream', 'binary/octet-stream'];

/** Throws a StreamError for what may not be shown to everybody. */
export function checkOpen(stream: OpenStream, { open }: AtVendor): void {
  if (!open) return;
  const type = namedType(stream);
  if (!untold.includes(type) && !open.types.test(type)) throw new StreamError('the file is no picture');
  if (Number(stream.headers['content-length'] ?? 0) > open.largestBytes)
    throw new StreamError('the file is too large');
}

/** Breaks off what turns out to be larger. */
export function countUpTo(largestBytes = Number.POSITIVE_INFINITY): Transform {
  let bytes = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length;
      if (bytes > largestBytes) done(new StreamError('the file is too large'));
      else done(null, piece);
    },
  });
}
