import type { Source } from '../blocks.ts';
import { readMediaType, tellMediaType } from './media-type.ts';

const pattern = /^data:([^;,]*)(?:;[^;,]*)*;base64,/i;

/** An address as a client sent it: bytes where it is a data URL in base64, a URL otherwise. */
export function readUrlSource(url: string): Source {
  const match = pattern.exec(url.slice(0, 256));
  if (!match) return { kind: 'url', url };
  const base64 = url.slice(match[0].length);
  return { kind: 'bytes', mediaType: tellMediaType(readMediaType(match[1] ?? ''), base64), base64 };
}

export function writeDataUrl({ mediaType, base64 }: Extract<Source, { kind: 'bytes' }>): string {
  return `data:${mediaType};base64,${base64}`;
}
