import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const hasTwo = availableParallelism() > 1;

/** The services that are measured share one core; the load generator and the upstream share the other. */
export const cores = { gateway: 0, outside: hasTwo ? 1 : 0 };

/** Pins all threads of a process. */
export function pin(pid: number, core: number): void {
  execFileSync('taskset', ['-a', '-p', '-c', String(core), String(pid)]);
}
