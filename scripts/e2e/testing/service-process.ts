import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@headgate/runtime/testing/free-port';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { keepCompiled } from '../../bundle/build-programs.ts';
import { nodeArguments, nodeOptionsEnv } from '../../start/services/node-options.ts';
import { builtPrograms } from './built-programs.ts';

/** Linux counts the time of processes in hundredths of a second. */
const tickMs = 10;

/** A process that is stopped by a signal accepts connections and says nothing. */
const readinessMs = 5_000;

/** A dozen processes that start at once on a busy machine take their time. */
const startWithinMs = 120_000;

/**
 * What every child gets: where programs are, where compiled code is kept, and the mark by which the test run finds
 * whatever outlives it.
 */
export function inherited(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE, HEADGATE_SUPERVISOR } = process.env;
  return {
    PATH,
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
    ...(HEADGATE_SUPERVISOR && { HEADGATE_SUPERVISOR }),
  };
}

/** One service as a process of its own, which a test may kill and start again with the same directory. */
export interface ServiceProcess {
  name: string;
  operationsUrl: string;
  /** Starts it, or starts it again; resolves when it is ready unless told not to wait. */
  start(options?: StartOptions): Promise<void>;
  pid(): number;
  /** Sends the signal and resolves when the process is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Sends a signal that the process survives. */
  signal(signal: NodeJS.Signals): void;
  isRunning(): boolean;
  /** Whether it says that it can serve. */
  isReady(): Promise<boolean>;
  /** Whether a signal has stopped it, and it may go on. */
  isStopped(): boolean;
  /** Resolves when the process has ended by itself. */
  ended(): Promise<void>;
  /** Resident memory now, in bytes. */
  residentBytes(): number;
  /** What it has used of the processors since it started, in its own name and the kernel's. */
  cpuMs(): number;
  log(): string;
}

interface StartOptions {
  env?: Record<string, string>;
  /** Whether it is the program of tests, which ends itself at the stage that HEADGATE_KILL_AT names. */
  isKillable?: boolean;
  awaitReady?: boolean;
}

export async function createServiceProcess(
  name: string,
  { directory, env }: { directory: string; env: Record<string, string> },
): Promise<ServiceProcess> {
  const workDir = join(directory, name);
  mkdirSync(workDir, { recursive: true });
  const logPath = join(directory, `${name}.log`);
  const operationsPort = await freePort();
  const operationsUrl = `http://127.0.0.1:${operationsPort}`;
  const service = name.replace(/-\d+$/, '');
  const folder = await builtPrograms();
  let child: ChildProcess | undefined;

  function isRunning(): boolean {
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  function status(): string {
    return readFileSync(`/proc/${child?.pid}/status`, 'utf8');
  }

  async function isReady(): Promise<boolean> {
    if (!isRunning()) throw new Error(`${name} has ended`);
    return (await fetch(`${operationsUrl}/readyz`, { signal: AbortSignal.timeout(readinessMs) })).ok;
  }

  return {
    name,
    operationsUrl,
    async start({ env: more = {}, isKillable = false, awaitReady = true } = {}) {
      const log = openSync(logPath, 'a');
      const program = join(folder, isKillable ? 'testing' : '', `${service}.js`);
      child = spawn(process.execPath, [...nodeArguments(service), program], {
        cwd: workDir,
        stdio: ['ignore', log, log],
        env: {
          ...inherited(),
          ...nodeOptionsEnv(service),
          ...keepCompiled(folder),
          HEADGATE_OPERATIONS_PORT: String(operationsPort),
          ...env,
          ...more,
        },
      });
      closeSync(log);
      if (!awaitReady) return;
      await waitFor(isReady, `${name} is ready (its log is ${logPath})`, { timeoutMs: startWithinMs });
    },
    pid: () => child?.pid ?? 0,
    signal: (signal) => {
      child?.kill(signal);
    },
    isRunning,
    isReady,
    async ended() {
      if (child && isRunning()) await once(child, 'exit');
    },
    async kill(signal = 'SIGKILL') {
      if (!child || !isRunning()) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
    isStopped: () => /State:\s+T/.test(status()),
    residentBytes: () => Number(/VmRSS:\s+(\d+) kB/.exec(status())?.[1] ?? 0) * 1024,
    cpuMs() {
      const [, rest = ''] = readFileSync(`/proc/${child?.pid}/stat`, 'utf8').split(') ');
      const [userTicks, systemTicks] = rest.split(' ').slice(11, 13).map(Number);
      return ((userTicks ?? 0) + (systemTicks ?? 0)) * tickMs;
    },
    log: () => readFileSync(logPath, 'utf8'),
  };
}

/** Runs a bundled program to its end; rejects when it fails. Gives what it printed. */
export async function runProgram(
  name: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> } = {},
): Promise<string> {
  const folder = await builtPrograms();
  const program = join(folder, `${name}.js`);
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    env: { ...inherited(), ...keepCompiled(folder), ...env },
  });
  return stdout;
}
