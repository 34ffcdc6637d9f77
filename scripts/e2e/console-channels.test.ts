/** What an administrator is told in the console, with room for all of it, and what stays of what they type. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuration, rootPassword } from './testing/configuration.ts';
import { enterConsole, headingOf } from './testing/console-person.ts';
import { findBarriers, rulesOfColour } from './testing/find-barriers.ts';
import { settle } from './testing/settled-page.ts';
import { shareBrowser } from './testing/share-browser.ts';
import { startWorld, type World } from './testing/world.ts';

const media = `
models:
  sora-2: { family: V1, price: { second: 0.10 } }
channels:
  - name: media
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream-secret-key"]
    models: [sora-2]
`;

const root = { username: 'root', password: rootPassword };

const browser = shareBrowser();
let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, { hasConsole: true });
  await world.apply(media);
}, 300_000);
afterAll(() => world?.stop());

test('why a channel was not tested is read to its end', async () => {
  const { page, go, close } = await enterConsole(browser(), world, root);
  await page.setViewportSize({ width: 1280, height: 900 });
  await go('/channels');
  await page.getByRole('button', { name: 'Test all' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: 'Start' }).click();
  const reason = panel
    .getByRole('row', { name: /^media/ })
    .getByRole('cell')
    .last();
  await expect.poll(() => reason.textContent()).toMatch(/serves no text/);
  const rightOf = async (locator: typeof reason): Promise<number> => {
    const box = await locator.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  expect(await rightOf(reason)).toBeLessThanOrEqual(await rightOf(panel));
  await close();
});

test('Back closes what is open over a page, and takes nothing that was typed without a question; nor does a reload', async () => {
  const { page, go, close } = await enterConsole(browser(), world, root);
  await go('/keys');
  await page.getByRole('link', { name: 'Channels' }).click();
  await headingOf(page, 'Channels').waitFor();
  await page.getByRole('button', { name: 'New channel' }).first().click();
  const panel = page.getByRole('dialog', { name: 'New channel' });
  const name = panel.getByRole('textbox', { name: 'Channel' });
  await name.fill('half of a name');
  const question = page.getByRole('dialog', { name: 'Close without saving?' });

  await page.goBack();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  await page.goBack();
  await question.waitFor();
  // The question is uppermost now.
  await page.goBack();
  await question.waitFor({ state: 'hidden' });
  expect(await name.inputValue()).toBe('half of a name');

  const asked = page.waitForEvent('dialog');
  await page.evaluate('setTimeout(() => location.reload())');
  const reload = await asked;
  expect(reload.type()).toBe('beforeunload');
  await reload.dismiss();
  expect(await name.inputValue()).toBe('half of a name');

  await page.goBack();
  await question.getByRole('button', { name: 'Close anyway' }).click();
  await panel.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Tags' }).click();
  const tags = page.getByRole('dialog', { name: 'Tags' });
  await tags.waitFor();
  await page.goBack();
  await tags.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toMatch(/channels$/);
  await page.goBack();
  await headingOf(page, 'Keys').waitFor();
  await page.goForward();
  await headingOf(page, 'Channels').waitFor();
  await close();
});

test('Back closes the test of a channel, as it does whatever else is open over its page', async () => {
  const { page, go, close } = await enterConsole(browser(), world, root);
  await go('/keys');
  await page.getByRole('link', { name: 'Channels' }).click();
  await page.getByRole('button', { name: 'More for media' }).click();
  await page.getByRole('menuitem', { name: 'Test', exact: true }).click();
  const panel = page.getByRole('dialog', { name: /^Test / });
  await panel.waitFor();
  await page.goBack();
  await panel.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toMatch(/channels$/);
  await close();
});

test('Back from a page with something typed asks first, closes that question, and leads on once it is answered', async () => {
  const { page, go, close } = await enterConsole(browser(), world, root);
  await go('/keys');
  await page.getByRole('button', { name: 'Account of root' }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  const name = page.getByRole('textbox', { name: 'Display name' });
  await name.fill('half of a name');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.goBack();
  await question.waitFor();
  await page.goBack();
  await question.waitFor({ state: 'hidden' });
  expect(await name.inputValue()).toBe('half of a name');
  await page.goBack();
  await question.getByRole('button', { name: 'Leave anyway' }).click();
  await headingOf(page, 'Keys').waitFor();
  await close();
});

test('a refusal is told in the language of the page', async () => {
  const { page, go, close } = await enterConsole(browser(), world, root);
  await page.addInitScript("localStorage.setItem('headgate-language', 'zh')");
  await go('/users');
  await page.getByRole('button', { name: '新建用户' }).first().click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('textbox', { name: '用户名' }).fill('root');
  await panel.getByLabel('密码').fill('a long password');
  await panel.getByRole('button', { name: '新建用户' }).click();
  await panel.getByText('用户名“root”正在使用或曾被使用。').waitFor();
  await close();
});

test('what takes something away can be read, in the light and in the dark', async () => {
  const { page, go, close } = await enterConsole(browser(), world, root);
  const barriers = async (): Promise<string[][]> => {
    const found: string[][] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
      found.push(await findBarriers(page, rulesOfColour));
    }
    return found;
  };
  await go('/channels');
  await page.getByRole('button', { name: 'More for media' }).click();
  const item = page.getByRole('menuitem', { name: 'Delete' });
  await item.waitFor();
  expect(await barriers()).toEqual([[], []]);
  await item.hover();
  expect(await barriers()).toEqual([[], []]);
  await item.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).waitFor();
  expect(await barriers()).toEqual([[], []]);
  await close();
});
