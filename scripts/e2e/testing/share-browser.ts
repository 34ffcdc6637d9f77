import { afterAll, afterEach, beforeEach } from 'vitest';
import { startBrowser, type TestBrowser } from './browser.ts';

/**
 * One browser for the tests of a file, started with the first and anew after a test that failed. Where Chromium cannot be
 * had the tests are skipped: call this before what else the file shares, so that it is not started for nothing.
 */
export function shareBrowser(): () => TestBrowser {
  const { HEADGATE_CHROMIUM: program, HEADGATE_NO_CHROMIUM: reason } = process.env;
  let browser: TestBrowser | undefined;
  async function stop(): Promise<void> {
    const stopped = browser;
    browser = undefined;
    await stopped?.stop();
  }
  beforeEach(async ({ skip }) => {
    if (!program) return skip(reason || 'HEADGATE_CHROMIUM is missing: run the tests with `npm test`');
    browser ??= await startBrowser(program);
  }, 150_000);
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await stop();
  });
  afterAll(stop);
  return () => {
    if (!browser) throw new Error('The browser begins with the first test');
    return browser;
  };
}
