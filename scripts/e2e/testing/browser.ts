import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inherited } from './service-process.ts';

/** A headless Chromium of a test's own, with a profile of its own. */
export interface TestBrowser {
  /** A page in a session of its own: it shares no cookies and no storage with others, open or closed. */
  open(options?: BrowserContextOptions): Promise<TestPage>;
  /** Ends the browser and removes what it kept. */
  stop(): Promise<void>;
}

export interface TestPage {
  page: Page;
  /** What the page complained of so far: errors on its console, errors that nobody caught, requests that failed. */
  complaints: string[];
  close(): Promise<void>;
}

/** Root has no sandbox to run it in; nothing but the page under test is to be asked for. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** A browser that starts from a cold disk on a busy machine takes its time. */
const startWithinMs = 120_000;
/** What a page does on a busy machine. */
const stepWithinMs = 60_000;

export async function startBrowser(program: string): Promise<TestBrowser> {
  // Chromium's socket lies in it, and the path of a socket is short: the folder of a run of tests may be too deep.
  const directory = mkdtempSync('/tmp/headgate-browser-');
  const browser = await chromium.launch({
    executablePath: program,
    headless: true,
    args: flags,
    timeout: startWithinMs,
    env: { ...inherited(), TMPDIR: directory, HOME: directory, XDG_CACHE_HOME: join(directory, 'cache') },
  });
  const free = new Map<string, BrowserContext[]>();
  return {
    async open(options = {}) {
      const kind = JSON.stringify(options);
      const context =
        free.get(kind)?.pop() ??
        (await browser.newContext({ locale: 'en-US', timezoneId: 'UTC', ...options }));
      context.setDefaultTimeout(stepWithinMs);
      const page = await context.newPage();
      const close = async (): Promise<void> => {
        await forget(context);
        free.set(kind, [...(free.get(kind) ?? []), context]);
      };
      return { page, complaints: collectComplaints(page), close };
    },
    async stop() {
      await browser.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Makes a session as good as a new one, but for the scripts that it has compiled: to compile them again is half of what
 * it takes to show a page of the console.
 */
async function forget(context: BrowserContext): Promise<void> {
  const { origins } = await context.storageState();
  const [page = await context.newPage(), ...others] = context.pages();
  await Promise.all(others.map((other) => other.close()));
  // What stands in it may not write any more.
  await page.goto('about:blank');
  const devtools = await context.newCDPSession(page);
  for (const { origin } of origins) {
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
  }
  await context.clearCookies();
  await context.clearPermissions();
  await page.close();
}

function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    complaints.push(`uncaught: ${error.message}`);
  });
  page.on('requestfailed', (request) => {
    // The page itself left it, for another page or another question.
    if (request.failure()?.errorText === 'net::ERR_ABORTED') return;
    complaints.push(`failed: ${request.method()} ${request.url()} (${request.failure()?.errorText})`);
  });
  return complaints;
}
