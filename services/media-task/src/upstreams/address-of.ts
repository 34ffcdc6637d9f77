import type { Source } from '../families/wish.ts';

/** Where a reference is, for vendors that take addresses and data URLs in one member. */
export function addressOf(source: Source): string {
  if ('url' in source) return source.url;
  if ('asset' in source) return source.asset;
  return `data:${source.type};base64,${source.bytes.toString('base64')}`;
}
