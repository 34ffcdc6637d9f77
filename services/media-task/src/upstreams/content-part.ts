import type { Json } from '../call/json.ts';
import type { Reference } from '../families/wish.ts';
import { addressOf } from './address-of.ts';

/** A reference as a part of `content`, in Ark's words, which others took over. */
export function toContentPart({ kind, role, source }: Reference): Json {
  const named = role === 'reference' ? `reference_${kind}` : role;
  return { type: `${kind}_url`, [`${kind}_url`]: { url: addressOf(source) }, role: named };
}
