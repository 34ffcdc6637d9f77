import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readStartTime, readStat } from '../../toolchain/process-start.mjs';

interface KnownProcess {
  pid: number;
  startTime: string;
  name: string;
}

const pollMs = 500;
const maxGenerations = 16;

/**
 * Calls `onGone` once one of those who run us is gone: everyone up to npm when npm runs us, else the bootstrap.
 * Above them is somebody's shell, which may end without consequence. Also when the home was deleted.
 */
export function watchParents(lockFile: string, onGone: (reason: string) => void): () => void {
  const parents = findParents(process.env);
  const timer = setInterval(() => {
    const gone = parents.find(({ pid, startTime }) => !isSameProcess(pid, startTime));
    if (gone) end(`${gone.name} (process ${gone.pid}), which ran this, is gone`);
    else if (!existsSync(lockFile)) end('the home was deleted');
  }, pollMs);
  function end(reason: string): void {
    clearInterval(timer);
    onGone(reason);
  }
  return () => clearInterval(timer);
}

function findParents(env: NodeJS.ProcessEnv): KnownProcess[] {
  const chain: KnownProcess[] = [];
  const bootstrap = Number(env.HEADGATE_BOOTSTRAP_PID);
  let pid = process.ppid;
  while (
    process.platform === 'linux' &&
    env.npm_lifecycle_event &&
    pid > 1 &&
    chain.length < maxGenerations
  ) {
    const known = describe(pid);
    if (known === undefined) break;
    chain.push(known);
    if (isPackageManager(known.name)) return chain;
    pid = readParent(pid);
  }
  const parent = process.ppid === bootstrap ? describe(process.ppid) : undefined;
  return parent ? [parent] : [];
}

function describe(pid: number): KnownProcess | undefined {
  const name = readCommand(pid);
  const startTime = readStartTime(pid);
  return startTime === undefined ? undefined : { pid, startTime, name };
}

/** The command in words. npm puts `npm start` in place of its own. */
function readCommand(pid: number): string {
  if (process.platform !== 'linux') return 'the bootstrap';
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return 'a process';
  }
}

function readParent(pid: number): number {
  try {
    return readStat(pid).parentPid;
  } catch {
    return 0;
  }
}

function isPackageManager(command: string): boolean {
  const [program = '', script = ''] = command.split(' ');
  return [program, script].some((word) => /^(npm|pnpm|yarn)(-cli)?(\.c?js)?$/.test(basename(word)));
}

function isSameProcess(pid: number, startTime: string): boolean {
  if (process.platform === 'linux') return readStartTime(pid) === startTime;
  return process.ppid === pid;
}
