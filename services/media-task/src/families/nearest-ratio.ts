import type { Wish } from './wish.ts';

/** How far pixels may be from a ratio that they are taken for. */
const tolerance = 0.02;

/** The ratio of a list that a size in pixels has, or all but has; undefined where it has none of them. */
export function nearestRatio(
  { width, height }: NonNullable<Wish['size']>,
  ratios: readonly string[],
): string | undefined {
  const measured = ratios.flatMap((ratio) => {
    const [across = 0, down = 0] = ratio.split(':').map(Number);
    const distance = Math.abs((width / height) * (down / across) - 1);
    return distance <= tolerance ? [{ ratio, distance }] : [];
  });
  return measured.sort((one, other) => one.distance - other.distance)[0]?.ratio;
}
