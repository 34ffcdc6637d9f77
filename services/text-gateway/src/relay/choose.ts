import type { Candidate } from '../catalog/catalog.ts';

/**
 * Chooses among the candidates of the highest priority at random, by weight. Weights that are all 0 count
 * as equal. `random` is in [0, 1).
 */
export function chooseCandidate(
  candidates: readonly Candidate[],
  tried: ReadonlySet<Candidate>,
  random: number,
): Candidate | undefined {
  const untried = candidates.filter((candidate) => !tried.has(candidate));
  const highest = Math.max(...untried.map(({ channel }) => channel.priority));
  const level = untried.filter(({ channel }) => channel.priority === highest);
  const total = level.reduce((sum, { channel }) => sum + channel.weight, 0);
  const weightOf = ({ channel }: Candidate): number => (total === 0 ? 1 : channel.weight);
  let left = random * (total === 0 ? level.length : total);
  for (const candidate of level) {
    left -= weightOf(candidate);
    if (left < 0) return candidate;
  }
  return level.at(-1);
}
