import type { Page } from 'playwright-core';
import type { TestBrowser, TestPage } from './browser.ts';
import { signIn } from './session.ts';
import type { World } from './world.ts';

/** Somebody in front of the console, who finds things by what they are and what they are called. */
export interface Person extends TestPage {
  /** Goes to a path below `/console`. */
  go(path: string): Promise<void>;
  /** Fills in the sign-in page that is shown. */
  signIn(username: string, password: string): Promise<void>;
}

/** The console at a name instead of an address: passkeys are made for names. */
export function consoleOf({ baseUrl }: Pick<World, 'baseUrl'>): string {
  return `http://localhost:${new URL(baseUrl).port}/console`;
}

export async function openConsole(browser: TestBrowser, world: Pick<World, 'baseUrl'>): Promise<Person> {
  const opened = await browser.open({ reducedMotion: 'reduce', viewport: { width: 1360, height: 900 } });
  const { page } = opened;
  const person: Person = {
    ...opened,
    async go(path) {
      await page.goto(consoleOf(world) + path);
    },
    async signIn(username, password) {
      await page.getByLabel('Username').fill(username);
      await page.getByRole('textbox', { name: 'Password' }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    },
  };
  return person;
}

/** Opens the console for somebody who has signed in already. They have gone to no page yet. */
export async function enterConsole(
  browser: TestBrowser,
  world: Pick<World, 'baseUrl'>,
  { username, password }: { username: string; password: string },
): Promise<Person> {
  const person = await openConsole(browser, world);
  const { cookie } = await signIn(world.baseUrl, username, password);
  const [name = '', value = ''] = cookie.split('=');
  await person.page.context().addCookies([{ name, value, url: consoleOf(world) }]);
  return person;
}

/** The title of a page, once it is there. */
export function headingOf(page: Page, name: string) {
  return page.getByRole('main').getByRole('heading', { name, exact: true, level: 1 });
}

/** The row of a table in which something is named. */
export function rowOf(page: Page, table: string, name: string) {
  return page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name });
}
