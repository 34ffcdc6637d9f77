/** How a check or many tests went. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

export function add(tallies: readonly Tally[]): Tally {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of tallies) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

/** The last line of `npm test`, which is read by machines. */
export function describe({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** Nothing that ran is no success. */
export function isGood({ passed, failed }: Tally): boolean {
  return failed === 0 && passed > 0;
}
