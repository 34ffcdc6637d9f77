/** What an administrator is told in the console, with room for all of it, and what stays of what they type. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuration, rootPassword } from './testing/configuration.ts';
import { enterConsole } from './testing/console-person.ts';
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
