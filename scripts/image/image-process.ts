import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import type { BuiltImage } from './build-image.ts';

const startWithinMs = 180_000;
const readinessMs = 5_000;

/** How a process of the image is started. */
export interface ProcessSpec {
  name: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Folders and files of this machine, and where the process sees them. */
  volumes: readonly { source: string; target: string }[];
  logFile: string;
}

/** A process that runs from the image's own root file system. */
export interface ImageProcess {
  name: string;
  pid: number;
  /** Milliseconds until it was ready. */
  awaitReady(operationsUrl: string): Promise<number>;
  /** Sends SIGTERM; gives the exit code, or the signal that it was ended by, and how long that took. */
  stop(): Promise<{ ending: number | string; tookMs: number }>;
  /** Resolves with the exit code when it has ended by itself. */
  ended(): Promise<number | string>;
  /** A line of /proc/PID/status. */
  status(line: string): string;
  /** Whether nobody can write to what it sees at `/`. */
  hasReadOnlyRoot(): boolean;
  kill(): void;
}

/**
 * Mounts of a namespace that the process has alone: its root without writing, /tmp in memory, volumes. Then `$@`.
 * Arguments: root, then the count of volumes, then source and target of each.
 */
const enter = `set -e
root=$1 count=$2; shift 2
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$root/tmp"
mount -t proc -o ro proc "$root/proc"
mount --rbind /dev "$root/dev"
while [ "$count" -gt 0 ]; do mount --bind "$1" "$root$2"; shift 2; count=$((count - 1)); done
exec "$@"`;

/** Starts a process as a container runtime would: as the image's user, without capabilities, with its environment alone. */
export function startFromImage(image: BuiltImage, spec: ProcessSpec): ImageProcess {
  const { root, config } = image;
  const variables = [...config.env, ...Object.entries(spec.env).map(([name, value]) => `${name}=${value}`)];
  const volumes = spec.volumes.flatMap(({ source, target }) => [source, target]);
  const [uid = '', gid = ''] = config.user.split(':');
  const args = [
    ...['--mount', '--', 'sh', '-c', enter, 'sh', root, String(spec.volumes.length), ...volumes],
    ...['setpriv', '--clear-groups', '--no-new-privs', '/usr/bin/env', '--ignore-environment', ...variables],
    ...['/usr/bin/unshare', `--root=${root}`, `--wd=${config.workingDir}`, `--setgid=${gid}`],
    ...[`--setuid=${uid}`, '--', ...config.entrypoint, ...spec.args],
  ];
  const log = openSync(spec.logFile, 'a');
  const startedAt = performance.now();
  const child = spawn('unshare', args, { stdio: ['ignore', log, log] });
  closeSync(log);
  const exit = once(child, 'exit').then(([code, signal]): number | string => code ?? signal);
  const proc = (file: string): string => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const tail = (): string => readFileSync(spec.logFile, 'utf8').split('\n').slice(-15).join('\n');
  return {
    name: spec.name,
    pid: child.pid ?? 0,
    async awaitReady(operationsUrl) {
      const isReady = async (): Promise<boolean> => {
        if (!isRunning()) return true;
        return (await fetch(`${operationsUrl}/readyz`, { signal: AbortSignal.timeout(readinessMs) })).ok;
      };
      await waitFor(isReady, `${spec.name} is ready`, { timeoutMs: startWithinMs });
      if (!isRunning()) throw new Error(`${spec.name} has ended:\n${tail()}`);
      return Math.round(performance.now() - startedAt);
    },
    async stop() {
      const before = performance.now();
      child.kill('SIGTERM');
      return { ending: await exit, tookMs: Math.round(performance.now() - before) };
    },
    ended: () => exit,
    status: (line) => new RegExp(`^${line}:\\s*(.*)$`, 'm').exec(proc('status'))?.[1] ?? '',
    hasReadOnlyRoot: () => /^\S+ \S+ \S+ \S+ \/ ro[, ]/m.test(proc('mountinfo')),
    kill: () => void child.kill('SIGKILL'),
  };
}
