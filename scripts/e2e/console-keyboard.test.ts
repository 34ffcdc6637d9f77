/** The console by keyboard alone, and where the page is as narrow as a phone or one that is looked at at 200 %. */
import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuration, rootPassword } from './testing/configuration.ts';
import { enterConsole, headingOf, openConsole } from './testing/console-person.ts';
import { findBarriers } from './testing/find-barriers.ts';
import { shareBrowser } from './testing/share-browser.ts';
import { startWorld, type World } from './testing/world.ts';

const root = { username: 'root', password: rootPassword };

const browser = shareBrowser();
let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, { hasConsole: true });
}, 300_000);
afterAll(() => world?.stop());

const enter = () => enterConsole(browser(), world, root);

test('a form that is refused keeps the focus where it was, and is sent once however often Enter is pressed', async () => {
  const { page, go, close } = await enter();
  await go('/keys');
  await page.getByRole('button', { name: 'Make a key' }).first().press('Enter');
  const panel = page.getByRole('dialog');
  const name = panel.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('not now');
  const sent: Route[] = [];
  await page.route('**/api/token', (route) => void sent.push(route));
  const submit = panel.getByRole('button', { name: 'Make a key' });
  await submit.press('Enter');
  await submit.and(page.locator('[data-loading]')).waitFor();
  for (const _ of ['at once', 'and again']) await page.keyboard.press('Enter');
  await name.press('Enter');
  await submit.focus();
  await sent[0]?.fulfill({ status: 503, json: { success: false, message: '' } });
  await panel.getByRole('alert').waitFor();
  expect(sent.length).toBe(1);
  await focused(page, submit).waitFor();
  await page.keyboard.press('Tab');
  await focused(page, panel.getByRole('button', { name: 'Close' })).waitFor();
  expect(await name.inputValue()).toBe('not now');
  await close();
});

test('on a phone the navigation that is closed is not come to, and one that was followed leads into its page', async () => {
  const { page, go, close } = await enter();
  await page.setViewportSize({ width: 375, height: 700 });
  await go('/keys');
  await page.getByRole('button', { name: 'Account of root' }).focus();
  await page.keyboard.press('Tab');
  await focused(page, page.getByRole('main').getByRole('button', { name: 'Refresh' })).waitFor();

  await page.getByRole('button', { name: 'Open the navigation' }).press('Enter');
  await page.getByRole('navigation').getByRole('link', { name: 'Channels' }).press('Enter');
  await headingOf(page, 'Channels').waitFor();
  await focused(page, page.getByRole('main')).waitFor();
  await close();
});

test('what is wrong with rows of a form is led to, and said with their name', async () => {
  const { page, go, close } = await enter();
  await go('/channels');
  await page.getByRole('button', { name: 'New channel' }).first().press('Enter');
  const panel = page.getByRole('dialog');
  await panel.getByRole('textbox', { name: 'Channel' }).fill('half of a row');
  await panel.getByRole('textbox', { name: 'Base URL' }).fill('https://api.example.com/v1');
  await panel.getByRole('button', { name: 'Advanced' }).press('Enter');
  const headers = panel.getByRole('group', { name: 'Headers' });
  await headers.getByRole('button', { name: 'Add a row' }).press('Enter');
  await headers.getByRole('textbox').last().fill('a value of nothing');
  await panel.getByRole('button', { name: 'New channel' }).press('Enter');
  await focused(page, headers).waitFor();
  const told = await headers.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${told}"]`).textContent()).toBe('A row has no name.');
  await close();
});

test('a menu that was opened by a key begins with its first item, and is left by Escape', async () => {
  const { page, go, close } = await enter();
  await go('/keys');
  const button = page.getByRole('button', { name: 'Theme' });
  await button.press('Enter');
  await focused(page, page.getByRole('menuitem').first()).waitFor();
  expect(await findBarriers(page, ['aria-required-children'])).toEqual([]);
  await page.keyboard.press('Escape');
  await focused(page, button).waitFor();
  await close();
});

test('a question and a panel that a menu of a row opened lead back to the button of the menu', async () => {
  const { page, go, close } = await enter();
  await go('/users');
  const button = page.getByRole('button', { name: 'More for root' });
  await button.press('Enter');
  await page.getByRole('menuitem', { name: 'Show the keys' }).press('Enter');
  const panel = page.getByRole('dialog', { name: 'root' });
  await focused(page, panel.getByRole('button', { name: 'Close' })).waitFor();
  await page.keyboard.press('Escape');
  await focused(page, button).waitFor();

  await go('/models');
  const other = page.getByRole('button', { name: /^More for / }).first();
  await other.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter');
  await focused(page, other).waitFor();
  await close();
});

test('what a form made, which takes its place, has the focus', async () => {
  const { page, go, close } = await enter();
  await go('/keys');
  await page.getByRole('button', { name: 'Make a key' }).first().press('Enter');
  const panel = page.getByRole('dialog');
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('by keyboard');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Your new key' }).waitFor();
  await focused(page, panel.getByRole('button', { name: 'Copy' }).first()).waitFor();
  await page.keyboard.press('Escape');

  await go('/account/tokens');
  await page.getByRole('button', { name: 'Make a token' }).first().press('Enter');
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('by keyboard');
  await page.keyboard.press('Enter');
  await panel.getByText('This is shown once.').waitFor();
  await focused(page, panel.getByRole('button', { name: 'Copy' }).first()).waitFor();
  await close();
});

test('a password is looked at by keyboard, with a button that is named in the language of the page', async () => {
  const { page, go, close } = await openConsole(browser(), world);
  await page.addInitScript("localStorage.setItem('headgate-language', 'zh')");
  await go('/sign-in');
  const password = page.getByRole('textbox', { name: '密码' });
  await password.fill('not to be seen');
  await password.press('Tab');
  const eye = page.getByRole('button', { name: '显示密码', pressed: false });
  await focused(page, eye).waitFor();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: '显示密码', pressed: true }).waitFor();
  expect(await password.getAttribute('type')).toBe('text');
  await close();
});

/** A thing, while it has the focus. */
function focused(page: Page, thing: Locator): Locator {
  return thing.and(page.locator(':focus'));
}
