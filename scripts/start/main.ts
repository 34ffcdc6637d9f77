/** `npm start`: runs the whole system on this machine, in the foreground, until it is told to stop. */
import { flushCompileCache } from 'node:module';
import { findHome } from '../toolchain/find-home.mjs';
import type { StartContext } from './context.ts';
import { removeDevFile } from './home/dev-file.ts';
import { type Home, openHome } from './home/home.ts';
import { type HomeLock, lockHome } from './home/lock-home.ts';
import { type Options, readOptions, usage } from './options.ts';
import { createFleet } from './processes/fleet.ts';
import { supervisorVariable } from './processes/marks.ts';
import { clearLeftovers } from './reaper/clear-leftovers.ts';
import { startReaper } from './reaper/start-reaper.ts';
import { repository } from './repository.ts';
import { say, surviveClosedTerminal } from './say.ts';
import { baseEnv } from './services/service-env.ts';
import { StartError } from './start-error.ts';
import { startSystem } from './start-system.ts';
import { onStopRequest } from './stop/stop-requests.ts';

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === undefined) return say(usage);
  surviveClosedTerminal();
  const home = openHome(findHome(process.env, repository));
  const lock = lockHome(home);
  try {
    await run(options, home, lock);
  } finally {
    lock.release();
  }
}

async function run(options: Options, home: Home, lock: HomeLock): Promise<void> {
  const stopping = new AbortController();
  const ignoreStopRequests = onStopRequest(home.lockFile, (reason) => {
    say(`Stopping (${reason}) ...`);
    stopping.abort();
  });
  const reaper = startReaper(lock.supervisor);
  const fleet = createFleet({ reaper, say });
  const context: StartContext = {
    home,
    options,
    env: process.env,
    marked: baseEnv(process.env, { [supervisorVariable]: lock.supervisor }),
    fleet,
    reaper,
    say,
    signal: stopping.signal,
  };
  try {
    await clearLeftovers(lock.previousSupervisor, say);
    await startSystem(context);
    flushCompileCache();
    await new Promise((resolve) => stopping.signal.addEventListener('abort', resolve, { once: true }));
  } catch (error) {
    if (!stopping.signal.aborted) report(error);
    stopping.abort();
  }
  await fleet.stop();
  removeDevFile(home.devFile);
  await reaper.release();
  ignoreStopRequests();
}

function report(error: unknown): void {
  const text =
    error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  report(error);
}
process.exit();
