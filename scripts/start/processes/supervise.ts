import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync } from 'node:fs';
import { boundLog, openLog, sizeOfLog } from './log-file.ts';
import type { ProcessSpec } from './process-spec.ts';
import { sendSignal } from './signal.ts';

export interface Supervised {
  spec: ProcessSpec;
  /** The pid of the running process, or of the last one that ran. */
  pid(): number | undefined;
  isRunning(): boolean;
  /** How often it died without being told to. */
  deaths(): number;
  /** Stops it for good; resolves with whether it had to be killed. */
  stop(): Promise<{ wasKilled: boolean }>;
}

export interface SupervisionEvents {
  onStarted(pid: number): void;
  onDied(death: Death): void;
}

export interface Death {
  pid: number | undefined;
  reason: string;
  /** How long it had run. */
  afterMs: number;
  /** How long until it is started again. */
  pauseMs: number;
  /** Where in the log its own lines begin. */
  logFromBytes: number;
}

const firstPauseMs = 250;
const lastPauseMs = 10_000;
/** A process that ran this long is taken for healthy: its next death is a first one. */
const healthyMs = 30_000;
const logCheckMs = 10_000;
const usualStopDeadlineMs = 15_000;

/** Keeps a process running, in its own group, with the same directory and ports, until it is stopped. */
export function supervise(spec: ProcessSpec, events: SupervisionEvents): Supervised {
  let child: ChildProcess | undefined;
  let lastPid: number | undefined;
  let deaths = 0;
  let pauseMs = firstPauseMs;
  let isStopping = false;
  let restart: NodeJS.Timeout | undefined;
  let whenEnded: (() => void) | undefined;
  const logCheck = setInterval(() => boundLog(spec.logFile), logCheckMs);

  function run(): void {
    const startedAt = Date.now();
    const logFromBytes = sizeOfLog(spec.logFile);
    let started: ChildProcess | undefined;
    let hasEnded = false;
    const ended = (reason: string): void => {
      if (hasEnded) return;
      hasEnded = true;
      child = undefined;
      if (isStopping) {
        whenEnded?.();
        return;
      }
      const afterMs = Date.now() - startedAt;
      if (afterMs > healthyMs) pauseMs = firstPauseMs;
      deaths += 1;
      events.onDied({ pid: started?.pid, reason, afterMs, pauseMs, logFromBytes });
      restart = setTimeout(run, pauseMs);
      pauseMs = Math.min(pauseMs * 2, lastPauseMs);
    };
    try {
      started = spawnDetached(spec);
    } catch (error) {
      // A disk that is full, or a folder that is gone, is no reason to end everything else.
      ended(error instanceof Error ? error.message : String(error));
      return;
    }
    child = started;
    lastPid = started.pid ?? lastPid;
    started.once('error', (error) => ended(error.message));
    started.once('exit', (status, signal) => ended(signal ?? `status ${status}`));
    if (started.pid !== undefined) events.onStarted(started.pid);
  }

  async function stop(): Promise<{ wasKilled: boolean }> {
    isStopping = true;
    clearTimeout(restart);
    clearInterval(logCheck);
    const pid = child?.pid;
    if (pid === undefined) return { wasKilled: false };
    const ended = new Promise<void>((resolve) => {
      whenEnded = resolve;
    });
    sendSignal(pid, spec.stopSignal);
    let wasKilled = false;
    const deadline = setTimeout(() => {
      wasKilled = true;
      sendSignal(-pid, 'SIGKILL');
    }, spec.stopDeadlineMs ?? usualStopDeadlineMs);
    await ended;
    clearTimeout(deadline);
    return { wasKilled };
  }

  run();
  return {
    spec,
    pid: () => lastPid,
    isRunning: () => child !== undefined,
    deaths: () => deaths,
    stop,
  };
}

function spawnDetached(spec: ProcessSpec): ChildProcess {
  if (spec.runAs === undefined) mkdirSync(spec.directory, { recursive: true });
  const log = openLog(spec.logFile);
  try {
    return spawn(spec.command, spec.args, {
      cwd: spec.directory,
      env: spec.env,
      stdio: ['ignore', log, log],
      detached: true,
      ...spec.runAs,
    });
  } finally {
    closeSync(log);
  }
}
