import { refuse } from '../families/refuse.ts';
import type { Reference, Source } from '../families/wish.ts';

/** Where a reference is, for vendors that take addresses and data URLs in one member. */
export function addressOf(source: Source): string {
  if ('url' in source) return source.url;
  if ('asset' in source) return source.asset;
  return `data:${source.type};base64,${source.bytes.toString('base64')}`;
}

/** Files of another vendor's library are nothing that this one could find. */
export function refuseAssets(references: readonly Reference[], param: string): void {
  const asset = references.find(({ source }) => 'asset' in source);
  if (asset) refuse(param, `${param} must be an address or the bytes of a file: this model has no library.`);
}
