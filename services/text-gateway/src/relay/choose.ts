import type { Candidate } from '../catalog/catalog.ts';
import type { Cooling } from '../health/cooling.ts';

/** A candidate and the credential to call it with; undefined for an upstream that asks for none. */
export interface Choice {
  candidate: Candidate;
  key: string | undefined;
}

/**
 * Chooses among candidates that were not tried and have a credential that is not cooling: of the lowest
 * rung, of its highest priority, at random by weight; then a credential at random. `random` gives numbers in [0, 1).
 */
export function choose(
  candidates: readonly Candidate[],
  tried: ReadonlySet<Candidate>,
  cooling: Cooling,
  random: () => number,
): Choice | undefined {
  const usable = candidates.filter(
    (candidate) => !tried.has(candidate) && coolingMs(candidate, cooling) === 0,
  );
  const lowest = Math.min(...usable.map(({ rung }) => rung));
  const candidate = chooseByWeight(
    usable.filter(({ rung }) => rung === lowest),
    random(),
  );
  if (!candidate) return undefined;
  const { id, keys } = candidate.channel;
  const warm = keys.filter((key) => cooling.remainingMs(id, key) === 0);
  return { candidate, key: warm[Math.floor(random() * warm.length)] };
}

/** How long until one of the candidates can be called again; 0 when one can be now. */
export function shortestCoolingMs(candidates: readonly Candidate[], cooling: Cooling): number {
  return Math.min(...candidates.map((candidate) => coolingMs(candidate, cooling)));
}

function coolingMs({ channel: { id, keys } }: Candidate, cooling: Cooling): number {
  return keys.length === 0 ? 0 : Math.min(...keys.map((key) => cooling.remainingMs(id, key)));
}

/** Weights that are all 0 count as equal; beside others, 0 gets nothing. */
function chooseByWeight(candidates: readonly Candidate[], random: number): Candidate | undefined {
  const highest = Math.max(...candidates.map(({ channel }) => channel.priority));
  const level = candidates.filter(({ channel }) => channel.priority === highest);
  const total = level.reduce((sum, { channel }) => sum + channel.weight, 0);
  let left = random * (total === 0 ? level.length : total);
  for (const candidate of level) {
    left -= total === 0 ? 1 : candidate.channel.weight;
    if (left < 0) return candidate;
  }
  return level.at(-1);
}
