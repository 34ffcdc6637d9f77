import type { Run } from './run.ts';

/**
 * How far each run is applied after these closes. It moves only by one: beyond a gap a close is booked but
 * not reported, and is sent again until the gap is filled. Runs that do not move are left out.
 */
export function appliedSeqs(
  runs: ReadonlyMap<string, Run>,
  closes: readonly { run: string; seq: bigint }[],
): Map<string, bigint> {
  const seen = new Map<string, Set<bigint>>();
  for (const { run, seq } of closes) {
    const seqs = seen.get(run) ?? new Set();
    seen.set(run, seqs.add(seq));
  }
  const applied = new Map<string, bigint>();
  for (const [run, seqs] of seen) {
    const before = runs.get(run)?.appliedSeq ?? 0n;
    let after = before;
    while (seqs.has(after + 1n)) after += 1n;
    if (after > before) applied.set(run, after);
  }
  return applied;
}
