/** Runs one drill, prints what was counted, and ends with 1 when it found a violation. */
import { runRestore } from './restore/run-restore.ts';
import { runRotate } from './rotate/run-rotate.ts';

export interface Drilled {
  /** What happened, in the order in which it is read. */
  counts: [what: string, count: number | string | bigint][];
  /** What must never be; empty when all is well. */
  violations: string[];
}

/** @param only words of the steps that are wanted; all without any. */
type Drill = (say: (line: string) => void, only: readonly string[]) => Promise<Drilled>;

const drills: Record<string, Drill> = {
  restore: runRestore,
  rotate: runRotate,
};

const [name = '', ...only] = process.argv.slice(2);
const drill = drills[name];
if (!drill) {
  process.stderr.write(`Which drill? One of ${Object.keys(drills).join(', ')}.\n`);
  process.exit(2);
}
const begunAt = performance.now();
const seconds = (): number => Math.round((performance.now() - begunAt) / 1_000);
const { counts, violations } = await drill(
  (line) => void process.stdout.write(`${seconds()} s: ${line}\n`),
  only,
);
process.stdout.write('\n');
for (const [what, count] of counts) process.stdout.write(`${what}: ${count}\n`);
for (const violation of violations) process.stdout.write(`VIOLATION ${violation}\n`);
process.stdout.write(
  violations.length === 0 ? 'nothing was violated\n' : `${violations.length} violations\n`,
);
process.exit(violations.length === 0 ? 0 : 1);
