import { readFileSync, writeFileSync } from 'node:fs';

/** Forgets how much memory a process has had, but for what it has now. */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** The most resident memory that a process has had since then, in bytes. */
export function peakBytesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}
