import type { Resolution } from './measures.ts';

/** What a model has that lists its sizes: what it has not is the smallest. */
export function servedResolution(
  asked: Resolution | undefined,
  sizes: readonly string[],
): Resolution | undefined {
  return asked === undefined || sizes.length === 0 || sizes.includes(asked) ? asked : '1K';
}
