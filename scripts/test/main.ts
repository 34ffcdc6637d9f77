/** `npm test`: everything that must pass before a change lands. Arguments choose test files. */
import { randomUUID } from 'node:crypto';
import { createFleet } from '../start/fleet.ts';
import { openHome } from '../start/home.ts';
import { supervisorVariable } from '../start/processes/marks.ts';
import { startReaper } from '../start/reaper/start-reaper.ts';
import { repository } from '../start/repository.ts';
import { say, surviveClosedTerminal } from '../start/say.ts';
import { StartError } from '../start/start-error.ts';
import { onStopRequest } from '../start/stop-requests.ts';
import { findHome } from '../toolchain/find-home.mjs';
import { runChecks } from './checks.ts';
import { runVitest } from './run-vitest.ts';
import { add, describe, isGood, type Tally } from './tally.ts';
import { startTestParts, type TestParts } from './test-parts.ts';

const filters = process.argv.slice(2);

async function runEverything(): Promise<Tally> {
  const home = openHome(findHome(process.env, repository));
  const supervisor = randomUUID();
  const env = hermeticEnv({ [supervisorVariable]: supervisor });
  const stopping = new AbortController();
  const { signal } = stopping;
  const ignoreStopRequests = onStopRequest(home.path, (reason) => {
    say(`Stopping (${reason}) ...`);
    stopping.abort();
  });
  const reaper = startReaper(supervisor);
  const fleet = createFleet({ reaper, say });
  const tallies: Tally[] = [];
  let parts: TestParts | undefined;
  try {
    if (filters.length === 0) tallies.push(await runChecks(say, { env, signal }));
    parts = await startTestParts(home, { env: { ...env, ...natsServerOf(process.env) }, fleet, say, signal });
    for (const project of ['unit', 'e2e'] as const) {
      signal.throwIfAborted();
      const options = { env: { ...env, ...parts.env }, directory: parts.directory, filters, signal };
      tallies.push(await runVitest(project, options));
    }
  } catch (error) {
    if (!signal.aborted)
      process.stderr.write(`${error instanceof StartError ? error.message : describeError(error)}\n`);
    tallies.push({ passed: 0, failed: 1, skipped: 0 });
  }
  await fleet.stop();
  await reaper.release();
  await parts?.remove();
  ignoreStopRequests();
  return add(tallies);
}

/** Settings that a person has for a system of their own must not change what the tests see. */
function hermeticEnv(marks: Record<string, string>): NodeJS.ProcessEnv {
  const isForTests = ([name]: [string, unknown]): boolean =>
    !/^(HEADGATE_|OTEL_|DATABASE_URL$|NATS_URL$|REDIS_URL$|NODE_ENV$)/.test(name);
  return { ...Object.fromEntries(Object.entries(process.env).filter(isForTests)), ...marks };
}

function natsServerOf({ HEADGATE_NATS_SERVER }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return HEADGATE_NATS_SERVER ? { HEADGATE_NATS_SERVER } : {};
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

surviveClosedTerminal();
const tally = await runEverything();
if (tally.passed + tally.failed === 0) say('Nothing ran: no test file has this in its path.');
say(describe(tally));
process.exit(isGood(tally) ? 0 : 1);
