/** Makes a system with books, and takes the pictures: `home-dark-1360.png` and so on. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startBrowser, type TestBrowser } from '../e2e/testing/browser.ts';
import { busyConfiguration, root } from '../e2e/testing/busy-configuration.ts';
import { copyTasks, fillWorld } from '../e2e/testing/fill-world.ts';
import { makeTasks } from '../e2e/testing/make-tasks.ts';
import { readScreens } from '../e2e/testing/screens.ts';
import { signIn } from '../e2e/testing/session.ts';
import { goAndSettle } from '../e2e/testing/settled-page.ts';
import { startWorld } from '../e2e/testing/world.ts';

const widths = [1360, 390] as const;
const schemes = ['light', 'dark'] as const;
const heights = { 1360: 900, 390: 844 } as const;

const [, , folder = '.'] = process.argv;
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
  for (const width of widths)
    for (const scheme of schemes) {
      const options = {
        viewport: { width, height: heights[width] },
        colorScheme: scheme,
        reducedMotion: 'reduce',
      } as const;
      const guest = await opened.open(options);
      await take(guest.page, '/sign-in', `sign-in-${scheme}-${width}`);
      const { page } = await opened.open(options);
      const [name = '', value = ''] = cookie.split('=');
      await page.context().addCookies([{ name, value, url: world.baseUrl }]);
      for (const { path } of [...screens, { path: '/no-such-page' }]) {
        // Everybody's where there is a choice.
        await take(page, `${path}?scope=all`, `${nameOf(path)}-${scheme}-${width}`);
      }
    }
}

async function take(page: Parameters<typeof goAndSettle>[0], path: string, name: string): Promise<void> {
  await goAndSettle(page, `${world.baseUrl}/console${path}`);
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  say(name);
}

function nameOf(path: string): string {
  return path.replace(/^\//, '').replaceAll('/', '-') || 'home';
}
