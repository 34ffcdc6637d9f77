/** The console in two windows of one browser, which have one session. */
import { afterAll, beforeAll, test } from 'vitest';
import { configuration, rootPassword } from './testing/configuration.ts';
import { enterConsole, headingOf } from './testing/console-person.ts';
import { signIn } from './testing/session.ts';
import { shareBrowser } from './testing/share-browser.ts';
import { startWorld, type World } from './testing/world.ts';

const root = { username: 'root', password: rootPassword };
const wilma = { username: 'wilma', password: 'a password of her own' };

const browser = shareBrowser();
let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, { hasConsole: true });
}, 300_000);
afterAll(() => world?.stop());

test('a window shows who has signed in beside it before anything is done in it as they', async () => {
  const { post } = await signIn(world.baseUrl, root.username, root.password);
  await post('/api/user', wilma);
  const { page: before, go, close } = await enterConsole(browser(), world, root);
  await go('/keys');
  await headingOf(before, 'Keys').waitFor();

  const beside = await before.context().newPage();
  await beside.goto(before.url());
  await beside.getByRole('button', { name: 'Account of root' }).click();
  await beside.getByRole('menuitem', { name: 'Sign out' }).click();
  await beside.getByLabel('Username').fill(wilma.username);
  await beside.getByRole('textbox', { name: 'Password' }).fill(wilma.password);
  await beside.getByRole('button', { name: 'Sign in', exact: true }).click();
  for (const page of [beside, before])
    await page.getByRole('button', { name: `Account of ${wilma.username}` }).waitFor();
  await close();
});
