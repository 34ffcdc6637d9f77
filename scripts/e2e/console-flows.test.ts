/** What people do with the console, against the whole system. They find everything by its role and its name. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, askMany } from './testing/ask.ts';
import { configuration, keys, rootPassword } from './testing/configuration.ts';
import { enterConsole, headingOf, openConsole, rowOf } from './testing/console-person.ts';
import { shareBrowser } from './testing/share-browser.ts';
import { startWorld, type World } from './testing/world.ts';

const root = { username: 'root', password: rootPassword };

const browser = shareBrowser();
let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, {
    hasConsole: true,
    env: {
      ledger: { HEADGATE_STATISTICS_MS: '100' },
      ingress: { HEADGATE_LOGIN_LIMIT: '100', HEADGATE_PUBLIC_URL: '' },
    },
  });
});
afterAll(() => world?.stop());

const enter = () => enterConsole(browser(), world, root);

test('whoever gives a wrong password is told so, and whoever gives the right one is where they wanted to be', async () => {
  const { page, go, signIn, close } = await openConsole(browser(), world);
  await go('/logs?model=call-model');
  await signIn('root', 'not the password');
  expect(await page.getByRole('alert').textContent()).toMatch(/password/i);
  await signIn('root', rootPassword);
  await headingOf(page, 'Logs').waitFor();
  expect(new URL(page.url()).search).toBe('?model=call-model');

  await page.getByRole('button', { name: 'Account of root' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await headingOf(page, 'Sign in to Headgate').waitFor();
  await go('/logs');
  await headingOf(page, 'Sign in to Headgate').waitFor();
  await close();
});

test('what was spent stands in the chart, in its table, and request by request', async () => {
  await askMany(world, { key: keys.unlimited }, 7);
  await waitFor(async () => {
    const [row] = await world.sql(
      `select sum(requests)::int as requests from ledger.statistic where span = 'hour' and user_id = 0 and model = 'call-model'`,
    );
    return row?.requests === 7;
  }, 'the requests are added up');
  const { page, complaints, close } = await enter();
  const model = rowOf(page, 'Models', 'call-model');
  await model.waitFor();
  expect(await model.getByRole('cell').allTextContents()).toEqual(
    expect.arrayContaining(['call-model', '7', '$0.07']),
  );
  await page.getByRole('figure', { name: 'Spend by model' }).waitFor();
  await page.getByRole('radio', { name: 'Table' }).press('Space');
  const spend = page.getByRole('table', { name: 'Spend by model' });
  await spend.waitFor();
  expect(await spend.textContent()).toContain('$0.07');

  await page.getByRole('link', { name: 'call-model' }).click();
  await headingOf(page, 'Logs').waitFor();
  const requests = rowOf(page, 'Requests', '$0.01');
  await requests.first().waitFor();
  expect(await requests.count()).toBe(7);
  await requests.first().getByRole('button', { name: 'Details of call-model' }).click();
  await page.getByRole('dialog').getByText('Counted by').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test('a session elsewhere is signed out', async () => {
  const [here, elsewhere] = [await enter(), await enter()];
  await here.go('/account/sessions');
  const others = here.page.getByRole('button', { name: /^Sign out / });
  await others.first().waitFor();
  while ((await others.count()) > 0) {
    const left = await others.count();
    await others.first().click();
    await here.page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await waitFor(async () => (await others.count()) < left, 'the session has gone');
  }
  await elsewhere.go('/logs');
  await headingOf(elsewhere.page, 'Sign in to Headgate').waitFor();
  await here.go('/logs');
  await headingOf(here.page, 'Logs').waitFor();
  for (const { close } of [here, elsewhere]) await close();
});

test('a channel is tested, and serves nobody once it is off', async () => {
  const asked = { key: keys.unlimited, model: 'reason-mini' };
  expect((await ask(world, asked)).status).toBe(200);
  const { page, go, complaints, close } = await enter();
  await go('/channels');
  const more = page.getByRole('button', { name: 'More for sandbox' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Test' }).click();
  const dialog = page.getByRole('dialog', { name: 'Test sandbox' });
  await dialog.getByRole('button', { name: 'Test', exact: true }).click();
  await dialog.getByText('Passed').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();

  const isOn = page.getByRole('switch', { name: 'sandbox serves requests' });
  await isOn.press('Space');
  await page.getByText('sandbox serves no requests any more.').waitFor();
  await waitFor(async () => (await ask(world, asked)).status === 503, 'nobody serves the model');
  await isOn.press('Space');
  await page.getByText('sandbox serves requests again.').waitFor();
  await waitFor(async () => (await ask(world, asked)).status === 200, 'the model is served again');
  expect(complaints).toEqual([]);
  await close();
});
