/**
 * The reaper: a process of its own session that outlives a supervisor killed with SIGKILL, sees the end of the
 * pipe it was given, and stops everything that carries the supervisor's mark.
 *
 *   node scripts/start/reaper/main.ts <supervisor>     one line on stdin per process: {"pid", "part"?, "isGone"?}
 */
import { createInterface } from 'node:readline';
import { readStartTime } from '../../toolchain/process-start.mjs';
import { findMarkedProcesses, type MarkedProcess } from './marked-processes.ts';
import { stopMarked } from './stop-marked.ts';

const supervisor = process.argv[2] ?? '';
const told = new Map<number, MarkedProcess>();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => undefined);

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { pid, part, isGone } = JSON.parse(line) as MarkedProcess & { isGone?: boolean };
    if (isGone) told.delete(pid);
    else told.set(pid, { pid, part });
  })
  .on('close', async () => {
    const left = await stopMarked(() => findMarkedProcesses(supervisor) ?? findTold());
    process.exit(left.length === 0 ? 0 : 1);
  });

/** Where the environment of processes cannot be read, those that the supervisor told of are all we know. */
function findTold(): MarkedProcess[] {
  return [...told.values()].filter(({ pid }) => readStartTime(pid) !== undefined);
}
