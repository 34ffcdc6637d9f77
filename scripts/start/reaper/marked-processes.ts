import { readdirSync, readFileSync } from 'node:fs';
import { readStartTime } from '../../toolchain/process-start.mjs';
import { type PartName, partVariable, supervisorVariable } from '../processes/marks.ts';

export interface MarkedProcess {
  pid: number;
  part: PartName | undefined;
}

/** All living processes that carry the supervisor's mark, found in /proc. Undefined where there is none. */
export function findMarkedProcesses(supervisor: string): MarkedProcess[] | undefined {
  if (process.platform !== 'linux') return undefined;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .flatMap((pid) => readMarked(pid, supervisor) ?? []);
}

function readMarked(pid: number, supervisor: string): MarkedProcess | undefined {
  if (pid === process.pid) return undefined;
  const environment = readEnvironment(pid);
  if (!environment.includes(`${supervisorVariable}=${supervisor}`)) return undefined;
  if (readStartTime(pid) === undefined) return undefined;
  const part = environment
    .find((item) => item.startsWith(`${partVariable}=`))
    ?.slice(partVariable.length + 1);
  return { pid, part: part === 'postgres' || part === 'nats' ? part : undefined };
}

/** Empty for a process that is gone or another user's. */
function readEnvironment(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
