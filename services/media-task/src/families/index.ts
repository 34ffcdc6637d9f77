import type { Family } from './family.ts';
import { v1 } from './v1.ts';

const families: readonly Family[] = [v1];

const byName = new Map(families.map((family) => [family.name, family]));

/** The family that a model's row names; undefined for a name that nobody knows. */
export function findFamily(name: string): Family | undefined {
  return byName.get(name);
}
