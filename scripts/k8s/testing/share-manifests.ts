import { beforeAll, beforeEach } from 'vitest';
import type { Manifest } from '../manifest.ts';
import { readList, readTable } from '../read-tables.ts';
import { renderCombination, renderOverlay } from '../render.ts';

const overlays = ['development', 'production'];
const combinations = readTable('Combinations').map(({ Combination = '', Components }) => ({
  name: Combination,
  components: readList(Components),
}));

/** What is documented, by name. */
export const manifestNames = [...overlays, ...combinations.map(({ name }) => name)];

/**
 * Renders what the tests of a file look at, once. Where kustomize cannot be had the tests are skipped, with the reason.
 */
export function shareManifests(names: readonly string[]): (name: string) => Manifest {
  const { HEADGATE_KUSTOMIZE: program, HEADGATE_NO_KUSTOMIZE: reason } = process.env;
  const manifests = new Map<string, Manifest>();
  beforeEach(({ skip }) => {
    if (!program) skip(reason || 'HEADGATE_KUSTOMIZE is missing: run the tests with `npm test`');
  });
  beforeAll(async () => {
    if (!program) return;
    for (const name of names) {
      const combination = combinations.find((candidate) => candidate.name === name);
      manifests.set(
        name,
        combination ? await renderCombination(program, combination) : await renderOverlay(program, name),
      );
    }
  }, 300_000);
  return (name) => {
    const manifest = manifests.get(name);
    if (manifest === undefined) throw new Error(`${name} was not rendered`);
    return manifest;
  };
}
