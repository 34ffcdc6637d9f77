/** Every page of the console on the books of a gateway in use: light and dark, wide and on a phone, in two languages. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestBrowser, TestPage } from './testing/browser.ts';
import { busyConfiguration, root } from './testing/busy-configuration.ts';
import { copyTasks, fillWorld } from './testing/fill-world.ts';
import { findBarriers, rulesOfColour } from './testing/find-barriers.ts';
import { makeTasks } from './testing/make-tasks.ts';
import { readFrontPaths, readScreens, readWords, type Screen } from './testing/screens.ts';
import { signIn } from './testing/session.ts';
import { goAndSettle, goWithin, settle } from './testing/settled-page.ts';
import { shareBrowser } from './testing/share-browser.ts';
import { startWorld, type World } from './testing/world.ts';

const wide = { width: 1360, height: 900 };
const phone = { width: 390, height: 844 };
const screens = await readScreens();
const wordOf = await readWords();
const titlesOf = (name: string): Screen['titles'] => ({ en: wordOf('en', name), zh: wordOf('zh', name) });

const browser = shareBrowser();
let world: World;
let cookie: string;
beforeAll(async () => {
  world = await startWorld(busyConfiguration, {
    hasConsole: true,
    mediaWorkers: 1,
    env: { ledger: { HEADGATE_STATISTICS_MS: '100' } },
  });
  await fillWorld(world);
  await makeTasks(world, '[[polls=1]]');
  await copyTasks(world, 30);
  ({ cookie } = await signIn(world.baseUrl, root.username, root.password));
});
afterAll(() => world?.stop());

/** Somebody at a desk who reads English, and somebody with a phone who reads Chinese. */
interface Readers {
  browser: TestBrowser;
  english: TestPage;
  chinese: TestPage;
}
const readers = new Map<'signed in' | 'guests', Readers>();

async function readersOf(kind: 'signed in' | 'guests'): Promise<Readers> {
  const known = readers.get(kind);
  if (known?.browser === browser()) return known;
  const opened: Readers = {
    browser: browser(),
    english: await open({ locale: 'en-US', viewport: wide }),
    chinese: await open({ locale: 'zh-CN', viewport: phone }),
  };
  readers.set(kind, opened);
  if (kind === 'signed in')
    for (const { page } of [opened.english, opened.chinese])
      await page.context().addCookies([toCookie(cookie)]);
  return opened;
}

function open(options: BrowserContextOptions): Promise<TestPage> {
  return browser().open({ ...options, reducedMotion: 'reduce' });
}

function toCookie(header: string) {
  const [name = '', value = ''] = header.split('=');
  return { name, value, url: world.baseUrl };
}

test.for([...screens, { path: '/no-such-page', titles: titlesOf('errors.noPageTitle') }])(
  '$path is whole for everybody',
  async (screen) => {
    // Only the words differ from what is loaded in English.
    const goOn: Go = (page, url) => goWithin(page, url, screen.titles.zh);
    await walk(screen, await readersOf('signed in'), goOn);
  },
);

test.for(await readFrontPaths())('%s is whole for who is not signed in', async (path) => {
  const titles = { en: expect.any(String), zh: expect.stringMatching(/\p{Script=Han}/u) };
  await walk({ path, titles }, await readersOf('guests'), goAndSettle);
});

type Go = (page: Page, url: string) => Promise<void>;

/** @param goOn how the Chinese reader comes to the page. */
async function walk({ path, titles }: Screen, { english, chinese }: Readers, goOn: Go): Promise<void> {
  const url = `${world.baseUrl}/console${path}`;
  for (const { complaints } of [english, chinese]) complaints.length = 0;
  const found: Record<string, unknown> = {};

  await english.page.setViewportSize(wide);
  await english.page.emulateMedia({ colorScheme: 'light' });
  await goAndSettle(english.page, url);
  found.title = await titleOf(english.page);
  found.beyondTheTable = await tooWideTables(english.page);
  found.light = await findBarriers(english.page);
  await english.page.emulateMedia({ colorScheme: 'dark' });
  await settle(english.page);
  found.dark = await findBarriers(english.page, rulesOfColour);
  found.scheme = await english.page.evaluate('document.documentElement.dataset.mantineColorScheme');
  await english.page.setViewportSize(phone);
  await settle(english.page);
  found.beyondThePhone = await beyondTheEdge(english.page);

  await goOn(chinese.page, url);
  found.chineseTitle = await titleOf(chinese.page);
  found.language = await chinese.page.evaluate('document.documentElement.lang');
  found.chineseBeyondThePhone = await beyondTheEdge(chinese.page);
  found.complaints = [...english.complaints, ...chinese.complaints];

  expect(found).toEqual({
    title: titles.en,
    beyondTheTable: [],
    light: [],
    dark: [],
    scheme: 'dark',
    beyondThePhone: [],
    chineseTitle: titles.zh,
    language: 'zh',
    chineseBeyondThePhone: [],
    complaints: [],
  });
}

function titleOf(page: Page): Promise<string | null> {
  return page.getByRole('main').getByRole('heading').first().textContent();
}

/** Tables that do not fit in their place, by what they are of. */
function tooWideTables(page: Page): Promise<string[]> {
  return page.evaluate(
    `[...document.querySelectorAll('table')].filter((table) => table.offsetWidth > table.parentElement.clientWidth).map((table) => table.ariaLabel)`,
  );
}

/** What makes a page scroll sideways, by the text that it shows. */
function beyondTheEdge(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= innerWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > innerWidth);
    return [scrollWidth + ' px: ', ...wide.slice(-3).map((element) => element.outerHTML.slice(0, 200))];
  })()`);
}
