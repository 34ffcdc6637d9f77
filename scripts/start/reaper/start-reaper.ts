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
/** One that ends sooner is not replaced sooner: whatever ends it may end the next one too. */
const leastLifeMs = 1000;

/**
 * Starts the process that stops everything with this mark when we are gone, however we end. One that is killed is replaced:
 * without it a SIGKILL of ours would leave everything behind.
 */
export function startReaper(supervisor: string, node = process.execPath): Reaper {
  const known = new Map<number, PartName | undefined>();
  let isReleased = false;
  let child = run();

  function run(): ChildProcess {
    const { [supervisorVariable]: _, ...env } = process.env;
    const startedAt = performance.now();
    const started = spawn(node, [join(import.meta.dirname, 'main.ts'), supervisor], {
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
      detached: true,
      env,
    });
    started.stdin?.on('error', () => undefined);
    // What cannot be started ends as well, without an `exit`.
    started.on('error', () => undefined);
    started.once('close', () => {
      const left = startedAt + leastLifeMs - performance.now();
      setTimeout(replace, Math.max(left, 0)).unref();
    });
    return started;
  }

  function replace(): void {
    if (isReleased) return;
    child = run();
    for (const [pid, part] of known) tell(child, { pid, part });
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
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit', { signal: AbortSignal.timeout(releaseDeadlineMs) });
      child.stdin?.end();
      await ended.catch(() => undefined);
    },
  };
}

function tell(child: ChildProcess, line: object): void {
  child.stdin?.write(`${JSON.stringify(line)}\n`);
}
