import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@headgate/runtime/testing/free-port';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { programs, serviceNames } from '../../start/service-names.ts';

const repository = join(import.meta.dirname, '../../..');

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

function programOf(name: string): string {
  const known = serviceNames.find((candidate) => candidate === name);
  if (!known) throw new Error(`There is no service ${name}`);
  return programs[known];
}

/** The package of a program. */
function folderOf(program: string): string {
  return program.split('/')[0] ?? '';
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
  /** Another entry point of the same package. */
  entry?: string;
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
  const program = programOf(name.replace(/-\d+$/, ''));
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
    async start({ env: more = {}, entry, awaitReady = true } = {}) {
      const log = openSync(logPath, 'a');
      child = spawn(
        process.execPath,
        [join(repository, 'services', entry ? join(folderOf(program), entry) : program)],
        {
          cwd: workDir,
          stdio: ['ignore', log, log],
          env: {
            ...inherited(),
            HEADGATE_OPERATIONS_PORT: String(operationsPort),
            ...env,
            ...more,
          },
        },
      );
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

/** Runs an entry point of a service to its end; rejects when it fails. */
export async function runServiceScript(
  service: string,
  script: string,
  env: Record<string, string>,
): Promise<void> {
  const child = spawn(process.execPath, [join(repository, 'services', service, script)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited(), ...env },
  });
  let output = '';
  child.stdout.on('data', (bytes) => (output += bytes));
  child.stderr.on('data', (bytes) => (output += bytes));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${service}/${script} failed:\n${output}`);
}
