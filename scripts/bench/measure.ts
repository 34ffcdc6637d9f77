import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Job, LoadResult } from './load.ts';

/** A process whose cost is counted, by name. */
export type Watched = ReadonlyMap<string, number>;

export interface Measured extends LoadResult {
  /** CPU microseconds, user and system, that each watched process spent during the load. */
  cpuUs: Map<string, number>;
}

const ticksPerSecond = 100;
const loadScript = join(import.meta.dirname, 'load.ts');

/** CPU microseconds of a process since its start, by the operating system's own accounting. */
export function cpuUsOf(pid: number): number {
  const [userTicks = 0, systemTicks = 0] = ticksOf(pid);
  return toUs(userTicks + systemTicks);
}

/** The same with its children, those that have ended included: PostgreSQL has one for each connection. */
export function cpuUsOfTree(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const own = toUs(ticksOf(pid).reduce((sum, ticks) => sum + ticks, 0));
  return children.reduce((sum, child) => sum + cpuUsIfPresent(Number(child)), own);
}

/** One that has ended meanwhile is counted with those of its parent from now on. */
function cpuUsIfPresent(pid: number): number {
  try {
    return cpuUsOf(pid);
  } catch {
    return 0;
  }
}

/** User and system time of a process, then of its children that have ended. */
function ticksOf(pid: number): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).map(Number);
}

function toUs(ticks: number): number {
  return (ticks / ticksPerSecond) * 1e6;
}

/** Resident memory of a process now, in bytes. */
export function residentBytesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}

/** Runs one load from the load generator's core, and counts what the watched processes spend on it. */
export async function measure(job: Job, watched: Watched, loadCore: number): Promise<Measured> {
  const before = new Map([...watched].map(([name, pid]) => [name, cpuUsOf(pid)]));
  const { stdout } = await promisify(execFile)('taskset', [
    '-c',
    String(loadCore),
    process.execPath,
    loadScript,
    JSON.stringify(job),
  ]);
  const result: LoadResult = JSON.parse(stdout);
  const cpuUs = new Map([...watched].map(([name, pid]) => [name, cpuUsOf(pid) - (before.get(name) ?? 0)]));
  return { ...result, cpuUs };
}
