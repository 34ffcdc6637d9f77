import type { Outcome } from '../../start/processes/run-to-end.ts';

/** The line in which apt or dpkg says why it failed. */
export function why(...outcomes: Outcome[]): string {
  const lines = outcomes.flatMap(({ stderr }) => stderr.trim().split('\n'));
  return lines.find((line) => line.startsWith('E:')) ?? lines[0] ?? 'no reason given';
}
