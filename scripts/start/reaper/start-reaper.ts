import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type PartName, supervisorVariable } from '../processes/marks.ts';

export interface Reaper {
  add(pid: number, part: PartName | undefined): void;
  remove(pid: number): void;
  /** Ends the watch: the reaper stops what is left, if anything, and ends. */
  release(): Promise<void>;
}

const releaseDeadlineMs = 25_000;

/** Starts the process that stops everything with this mark when we are gone, however we end. */
export function startReaper(supervisor: string): Reaper {
  const known = new Map<number, PartName | undefined>();
  let isReleased = false;
  let child = run();

  function run(): ChildProcess {
    const { [supervisorVariable]: _, ...env } = process.env;
    const started = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), supervisor], {
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
      detached: true,
      env,
    });
    started.stdin?.on('error', () => undefined);
    // One that is killed is replaced: without it a SIGKILL of ours would leave everything behind.
    started.once('exit', () => {
      if (isReleased) return;
      child = run();
      for (const [pid, part] of known) tell(child, { pid, part });
    });
    return started;
  }

  return {
    add(pid, part) {
      known.set(pid, part);
      tell(child, { pid, part });
    },
    remove(pid) {
      known.delete(pid);
      tell(child, { pid, isGone: true });
    },
    async release() {
      isReleased = true;
      const ended = once(child, 'exit', { signal: AbortSignal.timeout(releaseDeadlineMs) });
      child.stdin?.end();
      await ended.catch(() => undefined);
    },
  };
}

function tell(child: ChildProcess, line: object): void {
  child.stdin?.write(`${JSON.stringify(line)}\n`);
}
