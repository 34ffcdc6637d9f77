import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * When the process `pid` was started, in words that only compare for equality; undefined when there is no such
 * process (a zombie counts as none). A pid alone is no proof: pids are used again.
 */
export function readStartTime(pid) {
  try {
    if (process.platform === 'linux') {
      const { state, startTime } = readStat(pid);
      return state === 'Z' || state === 'X' ? undefined : startTime;
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The members of /proc/<pid>/stat that are used here. The name before them may hold spaces and brackets. */
export function readStat(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0], parentPid: Number(fields[1]), startTime: fields[19] };
}
