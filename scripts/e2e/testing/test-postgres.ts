import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@headgate/runtime/testing/free-port';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { removeOutsideFolder } from '../../parts/postgres/outside-folder.ts';
import { preparePostgres } from '../../parts/postgres/prepare-postgres.ts';
import { openHome } from '../../start/home.ts';
import { readOrDrawIdentity } from '../../start/identity.ts';
import { inherited } from './service-process.ts';

/** A PostgreSQL of a test's own, which the test may kill and start again with its data. */
export interface TestPostgres {
  /** URL of a user who owns the database. */
  url: string;
  /** Ends all its processes at once. */
  kill(): Promise<void>;
  start(): Promise<void>;
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
    async start() {
      await waitFor(async () => {
        // It refuses to start while a worker of its last life is still going.
        if (!isRunning()) run();
        await checkReady();
        return true;
      }, 'PostgreSQL answers');
    },
    async stop() {
      await postgres.kill();
      await removeOutsideFolder(home.path);
    },
  };
  await postgres.start();
  return postgres;
}
