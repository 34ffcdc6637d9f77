import type { Problem } from '../apply/problems.ts';
import { refuseInWords } from '../operations/refuse.ts';

const mostShown = 5;

/** Refuses in the words in which a file is refused, if there are any problems. */
export function refuseProblems(problems: readonly Problem[]): void {
  const [first] = problems;
  if (!first) return;
  const lines = problems.slice(0, mostShown).map(({ path, message }) => `${path}: ${message}`);
  refuseInWords(lines.join('; '), first.path);
}
