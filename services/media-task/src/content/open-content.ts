import { Transform } from 'node:stream';
import { type OpenStream, StreamError } from '../call/open-stream.ts';
import type { AtVendor } from './find-content.ts';

const named = /^(video|image|audio)\/[\w.+-]+$/;

/** What the vendor says it is, as far as it names a medium; never what a browser would run. */
export function typeOf({ headers }: OpenStream, { type }: AtVendor): string {
  const given = headers['content-type'];
  const isNamed = typeof given === 'string' && named.test(given) && !given.startsWith('image/svg');
  return isNamed ? given : type;
}

/** Types that say nothing. */
const untold = [undefined, 'application/octet-stream', 'binary/octet-stream'];

/** Throws a StreamError for what may not be shown to everybody. */
export function checkOpen({ headers }: OpenStream, { open }: AtVendor): void {
  if (!open) return;
  const type =
    String(headers['content-type'] ?? '')
      .split(';', 1)[0]
      ?.trim() || undefined;
  if (!untold.includes(type) && !open.types.test(type ?? '')) throw new StreamError('the file is no picture');
  if (Number(headers['content-length'] ?? 0) > open.largestBytes)
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
