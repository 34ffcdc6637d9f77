import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { inherited } from '../../e2e/testing/service-process.ts';
import { ports } from './services.ts';

/** A service as a process with an address of its own, and a folder that goes with it. */
export interface Pod {
  name: string;
  service: string;
  address: string;
  /** Resolves when it says that it is ready. */
  becomeReady(): Promise<void>;
  /** What it says of itself now. */
  state(): Promise<PodState>;
  /** Asks it to stop and waits for its end; SIGKILL comes when its time is over. Its folder is removed. */
  stop(): Promise<PodEnd>;
  /** The same at once. */
  kill(): Promise<void>;
  log(): string;
}

export type PodState = 'ready' | 'not ready' | 'silent';

export interface PodEnd {
  /** -1 for an end by a signal. */
  exitCode: number;
  /** From SIGTERM to the end. */
  stoppingMs: number;
}

export interface PodPlan {
  name: string;
  service: string;
  address: string;
  /** Where its program lies. */
  programs: string;
  env: Record<string, string>;
  /** Its folder is made in this one, and its log beside it. */
  directory: string;
  /** Of its stop, from SIGTERM to SIGKILL. */
  terminationMs: number;
}

const startWithinMs = 180_000;
const stateWithinMs = 2_000;

export function startPod({ name, service, address, programs, env, directory, terminationMs }: PodPlan): Pod {
  const volume = join(directory, name);
  const logPath = join(directory, `${name}.log`);
  mkdirSync(volume, { recursive: true });
  const log = openSync(logPath, 'a');
  const child = spawn(process.execPath, [join(programs, `${service}.js`)], {
    cwd: volume,
    stdio: ['ignore', log, log],
    env: { ...inherited(), ...addressesIn(address), HEADGATE_JOURNAL_DIR: join(volume, 'journal'), ...env },
  });
  closeSync(log);
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;

  async function end(signal: NodeJS.Signals): Promise<PodEnd> {
    const begunAt = performance.now();
    const timer = setTimeout(() => child.kill('SIGKILL'), terminationMs);
    if (isRunning()) {
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    }
    clearTimeout(timer);
    rmSync(volume, { recursive: true, force: true });
    return { exitCode: child.exitCode ?? -1, stoppingMs: performance.now() - begunAt };
  }

  const pod: Pod = {
    name,
    service,
    address,
    async state() {
      try {
        const { status } = await fetch(`http://${address}:${ports.operations}/readyz`, {
          signal: AbortSignal.timeout(stateWithinMs),
        });
        return status === 200 ? 'ready' : 'not ready';
      } catch (error) {
        const isSlow = error instanceof Error && error.name === 'TimeoutError';
        return isSlow && isRunning() ? 'silent' : 'not ready';
      }
    },
    async becomeReady() {
      const isReady = async (): Promise<boolean> => !isRunning() || (await pod.state()) === 'ready';
      await waitFor(isReady, `${name} is ready (its log is ${logPath})`, { timeoutMs: startWithinMs });
      if (!isRunning()) throw new Error(`${name} has ended:\n${pod.log().slice(-2_000)}`);
    },
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    log: () => readFileSync(logPath, 'utf8'),
  };
  return pod;
}

function addressesIn(address: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ports).flatMap(([name, port]) => [
      [`HEADGATE_${name.toUpperCase()}_HOST`, address],
      [`HEADGATE_${name.toUpperCase()}_PORT`, String(port)],
    ]),
  );
}
