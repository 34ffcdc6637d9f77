import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sendSignal } from '../../start/processes/signal.ts';
import { readStartTime } from '../../toolchain/process-start.mjs';

/** Fast shutdown, then at once, then by force. */
const rounds: { signal: NodeJS.Signals; graceMs: number }[] = [
  { signal: 'SIGINT', graceMs: 10_000 },
  { signal: 'SIGQUIT', graceMs: 3_000 },
  { signal: 'SIGKILL', graceMs: 3_000 },
];

/**
 * Ends a server that still runs on `data` though nobody supervises it, and removes its lock file where the pid
 * in it belongs to something else by now, which PostgreSQL cannot always tell.
 */
export async function stopLeftover(data: string): Promise<void> {
  const lockFile = join(data, 'postmaster.pid');
  const pid = readPid(lockFile);
  if (pid === undefined) return;
  if (!runsOn(pid, data)) return rmSync(lockFile, { force: true });
  for (const { signal, graceMs } of rounds) {
    sendSignal(pid, signal);
    const end = Date.now() + graceMs;
    while (Date.now() < end) {
      if (readStartTime(pid) === undefined) return;
      await wait(50);
    }
  }
}

function readPid(lockFile: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(lockFile, 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** A server's working directory is its data folder. Elsewhere than on Linux the pid is believed. */
function runsOn(pid: number, data: string): boolean {
  if (readStartTime(pid) === undefined) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
  } catch {
    return false;
  }
}
