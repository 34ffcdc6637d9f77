/** How a check or many tests went. */
export interface Tally {
  passed: number;
  /** What failed, each by its name and its reason. */
  failures: readonly string[];
  skipped: number;
}

export function add(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failures: tallies.flatMap(({ failures }) => failures),
    skipped: tallies.reduce((sum, { skipped }) => sum + skipped, 0),
  };
}

/** More are only counted: where so much fails, the first say why. */
const shownFailures = 20;

/**
 * The end of the output: what failed, which was said as it failed, far above, and as the last line how much of what,
 * which is read by machines.
 */
export function describe({ passed, failures, skipped }: Tally): string[] {
  return [
    ...failures.slice(0, shownFailures).map((failure) => `FAIL ${failure}`),
    `${passed} passed, ${failures.length} failed, ${skipped} skipped`,
  ];
}

/** Nothing that ran is no success. */
export function isGood({ passed, failures }: Tally): boolean {
  return failures.length === 0 && passed > 0;
}
