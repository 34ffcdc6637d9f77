import { randomUUID } from 'node:crypto';
import { openHome } from '../start/home/home.ts';
import { createFleet } from '../start/processes/fleet.ts';
import { supervisorVariable } from '../start/processes/marks.ts';
import { startReaper } from '../start/reaper/start-reaper.ts';
import { repository } from '../start/repository.ts';
import { type Say, say } from '../start/say.ts';
import { StartError } from '../start/start-error.ts';
import { onStopRequest } from '../start/stop/stop-requests.ts';
import { findHome } from '../toolchain/find-home.mjs';
import { type BrowserEnv, findBrowser } from './find-browser.ts';
import { findRenderer } from './find-renderer.ts';
import { startTestParts, type TestParts } from './test-parts.ts';

/** What a run of tests works with. */
export interface TestRun {
  /** The environment of what it starts: where the parts are, and the mark by which leftovers are found. */
  env: NodeJS.ProcessEnv;
  /** A folder of this run alone, removed after it. */
  directory: string;
  /** What is added to the environment of tests that open a browser, once it is known. */
  browser: Promise<BrowserEnv>;
  say: Say;
  /** Aborts when somebody asks to stop. */
  signal: AbortSignal;
}

interface TestRunSteps {
  /** Whether to look for a browser, which may have to be fetched: that goes on beside everything else. */
  needsBrowser: boolean;
  /** Whether to look for a kustomize, which may have to be fetched, too. */
  needsRenderer?: boolean;
  /** What needs no parts and is done before they start; its environment has the mark alone. */
  before?(run: Omit<TestRun, 'directory' | 'browser'>): Promise<void>;
  run(run: TestRun): Promise<void>;
}

/**
 * Starts a PostgreSQL, runs, and stops all that was started. False when it could not run to its end;
 * the reason has been printed.
 */
export async function withTestParts({
  needsBrowser,
  needsRenderer = false,
  before,
  run,
}: TestRunSteps): Promise<boolean> {
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
  const named = { ...env, ...namesOf(process.env) };
  const browser: Promise<BrowserEnv> = needsBrowser
    ? findBrowser(home, { env: named, say, signal })
    : Promise.resolve({ HEADGATE_NO_CHROMIUM: 'no test was expected to open a browser' });
  const renderer = needsRenderer ? findRenderer(home, { env: named, say, signal }) : Promise.resolve({});
  let parts: TestParts | undefined;
  let isComplete = true;
  try {
    await before?.({ env, say, signal });
    parts = await startTestParts(home, { env: named, fleet, say, signal });
    const found = { ...parts.env, ...(await renderer) };
    await run({ env: { ...env, ...found }, directory: parts.directory, browser, say, signal });
  } catch (error) {
    if (!signal.aborted)
      process.stderr.write(`${error instanceof StartError ? error.message : describeError(error)}\n`);
    isComplete = false;
  }
  // A fetch that still goes on would outlive us.
  stopping.abort();
  await browser;
  await renderer;
  await fleet.stop();
  await reaper.release();
  await parts?.remove();
  ignoreStopRequests();
  return isComplete;
}

/** What tests themselves look at. */
const forTests = new Set([
  'HEADGATE_HAPROXY',
  'HEADGATE_TEST_SEED',
  'HEADGATE_TEST_STEPS',
  'HEADGATE_TEST_TEXT_LINK',
]);

/** Settings that a person has for a system of their own must not change what the tests see; programs may be named. */
function hermeticEnv(marks: Record<string, string>): NodeJS.ProcessEnv {
  const isForTests = ([name]: [string, unknown]): boolean =>
    forTests.has(name) || !/^(HEADGATE_|OTEL_|DATABASE_URL$|NATS_URL$|REDIS_URL$|NODE_ENV$)/.test(name);
  return { ...Object.fromEntries(Object.entries(process.env).filter(isForTests)), ...marks };
}

/** The programs that a person names are taken all the same. */
function namesOf(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { HEADGATE_NATS_SERVER, HEADGATE_CHROMIUM, HEADGATE_KUSTOMIZE, HEADGATE_REDIS_SERVER } = env;
  return {
    ...(HEADGATE_NATS_SERVER && { HEADGATE_NATS_SERVER }),
    ...(HEADGATE_CHROMIUM && { HEADGATE_CHROMIUM }),
    ...(HEADGATE_KUSTOMIZE && { HEADGATE_KUSTOMIZE }),
    ...(HEADGATE_REDIS_SERVER && { HEADGATE_REDIS_SERVER }),
  };
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
