import type { Wish } from '../wish.ts';

/** What a size in pixels counts as: by its longer edge. */
export function tierOf({ width, height }: NonNullable<Wish['size']>): '1K' | '2K' | '4K' {
  const edge = Math.max(width, height);
  if (edge <= 1_280) return '1K';
  return edge <= 2_560 ? '2K' : '4K';
}
