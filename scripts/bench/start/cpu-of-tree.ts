import { readFileSync } from 'node:fs';

const tickMs = 10;

/** What a process, those that it started, those that these started and so on have used, ended ones included. */
export function cpuMsOfTree(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ownTicks = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
    return children.reduce((sum, child) => sum + cpuMsOfTree(Number(child)), ownTicks * tickMs);
  } catch {
    // It ended meanwhile.
    return 0;
  }
}
