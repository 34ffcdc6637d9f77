import { isUtf8 } from 'node:buffer';
import type { Source } from '../blocks.ts';

/** What a file says that is text of any kind; undefined for any other. */
export function readTextFile({ mediaType, base64 }: Extract<Source, { kind: 'bytes' }>): string | undefined {
  if (!/^text\/|^application\/(?:json|xml|yaml)\b/.test(mediaType)) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}
