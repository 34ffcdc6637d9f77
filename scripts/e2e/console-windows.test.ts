/** The console in two windows of one browser, which have one session. */
import { afterAll, beforeAll, test } from 'vitest';
import { configuration, rootPassword } from './testing/configuration.ts';
import { enterConsole, headingOf, rowOf } from './testing/console-person.ts';
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
  await post('/api/token', { name: 'of root' });
  const { page: before, go, close } = await enterConsole(browser(), world, root);
  await go('/keys');
  await headingOf(before, 'Keys').waitFor();
  await rowOf(before, 'Keys', 'of root').getByRole('button').last().click();
  await before.getByRole('menuitem', { name: 'Delete' }).click();
  const question = before.getByRole('dialog', { name: /of root/ });
  await question.waitFor();

  const beside = await before.context().newPage();
  await beside.goto(before.url());
  await beside.getByRole('button', { name: 'Account of root' }).click();
  await beside.getByRole('menuitem', { name: 'Sign out' }).click();
  await beside.getByLabel('Username').fill(wilma.username);
  await beside.getByRole('textbox', { name: 'Password' }).fill(wilma.password);
  await beside.getByRole('button', { name: 'Sign in', exact: true }).click();
  for (const page of [beside, before])
    await page.getByRole('button', { name: `Account of ${wilma.username}`, includeHidden: true }).waitFor();
  // What was asked of one is not answered by the other.
  await question.waitFor({ state: 'detached' });
  await close();
});
