/**
 * Makes a system with books, and takes the pictures: `home-dark-1360.png` and so on. With `--readme` those that the README
 * shows are taken anew as well.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../e2e/testing/browser.ts';
import { busyConfiguration, root } from '../e2e/testing/busy-configuration.ts';
import { copyTasks, fillWorld } from '../e2e/testing/fill-world.ts';
import { makeTasks } from '../e2e/testing/make-tasks.ts';
import { readFrontPaths, readScreens } from '../e2e/testing/screens.ts';
import { signIn } from '../e2e/testing/session.ts';
import { goAndSettle, settle } from '../e2e/testing/settled-page.ts';
import { startWorld } from '../e2e/testing/world.ts';
import { repository } from '../start/repository.ts';

const widths = [1360, 390] as const;
const schemes = ['light', 'dark'] as const;
const tallest = 6_000;
const heights = { 1360: 900, 390: 844 } as const;

/** What the README shows: the upper part of these. */
const inReadme = new Map([
  ['home-dark-1360', 'home.png'],
  ['logs-light-1360', 'logs.png'],
]);
const images = join(repository, 'services/console/images');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { readme: { type: 'boolean', default: false } },
});
const folder = resolve(positionals[0] ?? join(repository, '.headgate/screenshots'));
const { HEADGATE_CHROMIUM: program, HEADGATE_NO_CHROMIUM: reason } = process.env;
if (!program) throw new Error(reason ?? 'HEADGATE_CHROMIUM is missing: run this with `npm run screenshots`');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

mkdirSync(folder, { recursive: true });
const world = await startWorld(busyConfiguration, {
  hasConsole: true,
  mediaWorkers: 1,
  env: { ledger: { HEADGATE_STATISTICS_MS: '100' } },
});
let browser: TestBrowser | undefined;
try {
  say('Filling the books');
  await fillWorld(world);
  await makeTasks(world);
  await copyTasks(world, 40);
  const { cookie } = await signIn(world.baseUrl, root.username, root.password);
  browser = await startBrowser(program);
  await takeAll(browser, cookie);
  say(`Pictures are in ${folder}`);
} finally {
  await browser?.stop();
  await world.stop();
}

async function takeAll(opened: TestBrowser, cookie: string): Promise<void> {
  const screens = await readScreens();
  const fronts = [...(await readFrontPaths()).map((path) => `/console${path}`), '/docs'];
  for (const width of widths)
    for (const scheme of schemes) {
      const options = {
        viewport: { width, height: heights[width] },
        colorScheme: scheme,
        reducedMotion: 'reduce',
      } as const;
      const guest = await opened.open(options);
      for (const path of fronts) await take(guest.page, path, `${nameOf(path)}-${scheme}-${width}`);
      const { page } = await opened.open(options);
      const [name = '', value = ''] = cookie.split('=');
      await page.context().addCookies([{ name, value, url: world.baseUrl }]);
      for (const { path } of [...screens, { path: '/no-such-page' }]) {
        // Everybody's where there is a choice.
        const name = `${nameOf(path)}-${scheme}-${width}`;
        await take(page, `/console${path}?scope=all`, name);
        await takeOpened(page, name.replace(nameOf(path), `${nameOf(path)}-opened`));
      }
    }
}

async function take(page: Page, path: string, name: string): Promise<void> {
  await goAndSettle(page, `${world.baseUrl}${path}`);
  const readme = inReadme.get(name);
  if (values.readme && readme) await page.screenshot({ path: join(images, readme) });
  const window = page.viewportSize();
  if (!window) throw new Error('a page has no size');
  // What is fixed to the window would end in the middle of a picture of the whole page.
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  await page.setViewportSize({ ...window, height: Math.max(window.height, Math.min(height, tallest)) });
  await settle(page);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.setViewportSize(window);
  say(name);
}

/** The panel of the first row, on a page whose rows have one. */
async function takeOpened(page: Page, name: string): Promise<void> {
  const opener = page.locator('table [aria-haspopup="dialog"]').first();
  if ((await opener.count()) === 0) return;
  await opener.click();
  await page.getByRole('dialog').waitFor();
  await settle(page);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  say(name);
}

function nameOf(path: string): string {
  return path.replace(/^\/(console\/)?/, '').replaceAll('/', '-') || 'home';
}
