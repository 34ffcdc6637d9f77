import type { Problem } from '../apply/problems/problems.ts';
import { refuseFor } from '../operations/refuse.ts';

/** Refuses in the words in which a file is refused, if there are any problems. */
export function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length > 0) refuseFor(problems);
}
