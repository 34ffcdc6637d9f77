import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@headgate/runtime/testing/free-port';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { removeOutsideFolder } from '../../parts/postgres/outside-folder.ts';
import { preparePostgres } from '../../parts/postgres/prepare-postgres.ts';
import { openHome } from '../../start/home/home.ts';
import { readOrDrawIdentity } from '../../start/home/identity.ts';
import { inherited } from './service-process.ts';

/** A PostgreSQL of a test's own, which the test may kill and start again with its data. */
export interface TestPostgres {
  /** URL of a user who owns the database. */
  url: string;
  /** Ends all its processes at once. */
  kill(): Promise<void>;
  /** Sends all of them a signal that they survive. */
  signal(signal: NodeJS.Signals): void;
  start(): Promise<void>;
  /** Restarts it after a copy was made of its data as they are now, as a replica that follows it has them. */
  backUp(): Promise<void>;
  /** Restarts it with its data as they were then: a failover to a replica that was behind. */
  restore(): Promise<void>;
  /** Ends it and removes what it kept. */
  stop(): Promise<void>;
}

export async function startTestPostgres(directory: string): Promise<TestPostgres> {
  const home = openHome(join(directory, 'postgres-home'));
  const { spec, url, checkReady } = await preparePostgres({
    home,
    identity: readOrDrawIdentity(home),
    env: inherited(),
    port: await freePort(),
    say: () => undefined,
    signal: new AbortController().signal,
    // What a killed server had promised must still be there.
    isDurable: true,
  });
  const data = folderOfData(spec.args);
  const copy = `${data}.copy`;
  let child: ChildProcess | undefined;

  function run(): void {
    const log = openSync(spec.logFile, 'a');
    child = spawn(spec.command, spec.args, {
      cwd: spec.directory,
      env: spec.env,
      stdio: ['ignore', log, log],
      // A group of its own, so that its workers die with it.
      detached: true,
      ...spec.runAs,
    });
    closeSync(log);
  }

  function isRunning(): boolean {
    return child?.exitCode === null && child.signalCode === null;
  }

  const postgres: TestPostgres = {
    url,
    async kill() {
      if (!child?.pid || !isRunning()) return;
      const gone = once(child, 'exit');
      process.kill(-child.pid, 'SIGKILL');
      await gone;
    },
    signal(signal) {
      if (child?.pid && isRunning()) process.kill(-child.pid, signal);
    },
    async start() {
      await waitFor(async () => {
        // It refuses to start while a worker of its last life is still going.
        if (!isRunning()) run();
        await checkReady();
        return true;
      }, 'PostgreSQL answers');
    },
    async backUp() {
      await postgres.kill();
      await copyFolder(data, copy);
      await postgres.start();
    },
    async restore() {
      await postgres.kill();
      await copyFolder(copy, data);
      await postgres.start();
    },
    async stop() {
      await postgres.kill();
      rmSync(copy, { recursive: true, force: true });
      await removeOutsideFolder(home.path);
    },
  };
  await postgres.start();
  return postgres;
}

function folderOfData(args: readonly string[]): string {
  const data = args[args.indexOf('-D') + 1];
  if (data === undefined) throw new Error('PostgreSQL was started without a folder');
  return data;
}

/** With owners and modes, without which the server refuses to start. */
async function copyFolder(from: string, to: string): Promise<void> {
  rmSync(to, { recursive: true, force: true });
  await promisify(execFile)('cp', ['-a', from, to]);
}
