import { printJson } from '../print.ts';

/** What was changed, or would be, a line each, below what there is to warn of. */
export function printChanges(
  { changes, warnings }: { changes: readonly string[]; warnings: readonly string[] },
  { json }: { json: boolean },
): void {
  if (json) {
    printJson({ changes, warnings });
    return;
  }
  const lines = [...warnings.map((warning) => `warning: ${warning}`), ...changes];
  if (changes.length === 0) lines.push('nothing to change');
  process.stdout.write(`${lines.join('\n')}\n`);
}
