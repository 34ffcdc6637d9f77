/** What people do with the console day by day: keys, models tried by hand, and what that cost. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuration, rootPassword } from './testing/configuration.ts';
import { enterConsole, headingOf, rowOf } from './testing/console-person.ts';
import { shareBrowser } from './testing/share-browser.ts';
import { startWorld, type World } from './testing/world.ts';

const root = { username: 'root', password: rootPassword };

const browser = shareBrowser();
let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, {
    hasConsole: true,
    env: { ingress: { HEADGATE_LOGIN_LIMIT: '100', HEADGATE_PUBLIC_URL: '' } },
  });
});
afterAll(() => world?.stop());

const enter = () => enterConsole(browser(), world, root);

const statusOf = async (key: string): Promise<number> => {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${world.baseUrl}/v1/models`, { headers })).status;
};

test('a key is made, works, is shown again to whoever confirms that it is they, and is deleted', async () => {
  const { page, go, close } = await enter();
  await go('/keys');
  await page.getByRole('button', { name: 'Make a key' }).first().click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('robot');
  await panel.getByRole('switch', { name: 'No limit of its own' }).click();
  await panel.getByRole('textbox', { name: 'May still spend' }).fill('2.5');
  await panel.getByRole('button', { name: 'Make a key' }).click();
  const shown = panel.getByText(/^sk-\w+$/);
  const key = (await shown.textContent()) ?? '';
  expect(await statusOf(key)).toBe(200);
  await panel.getByRole('button', { name: 'Done' }).click();
  const row = rowOf(page, 'Keys', 'robot');
  expect(await row.textContent()).toContain('$0.00 of $2.50');
  expect(await page.content()).not.toContain(key);

  await row.getByRole('button', { name: 'Actions of robot' }).click();
  await page.getByRole('menuitem', { name: 'Show the key' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByLabel('Your password').fill('not the password');
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await proof.getByText('The password is wrong.').waitFor();
  await proof.getByLabel('Your password').fill(rootPassword);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await panel.getByText(key, { exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('checkbox', { name: 'Select robot' }).check();
  await page.getByRole('button', { name: 'Delete 1 key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('The keys were deleted.').waitFor();
  await row.waitFor({ state: 'detached' });
  await waitFor(async () => (await statusOf(key)) === 401, 'the key is refused');
  await close();
});

test('two models answer beside each other, as text alone, and the bill of each agrees', async () => {
  const { page, complaints, go, close } = await enter();
  await go('/playground?model=gpt-4o-mini&other=call-model');
  await headingOf(page, 'Playground').waitFor();
  const prompt = '<img src=x onerror=alert(1)> hello';
  await page.getByRole('textbox', { name: 'Your message' }).fill(prompt);
  await page.getByRole('button', { name: 'Send' }).click();
  const conversation = page.getByRole('log', { name: 'Conversation' });
  await conversation
    .getByText(/done after/)
    .nth(1)
    .waitFor();
  expect(await conversation.getByRole('article').allTextContents()).toEqual([
    expect.stringMatching(/^gpt-4o-mini.*<img src=x onerror=alert\(1\)> hello.*tokens in/),
    expect.stringMatching(/^call-model.*<img src=x onerror=alert\(1\)> hello.*tokens in/),
  ]);
  expect(await conversation.locator('img').count()).toBe(0);

  await waitFor(async () => {
    const rows = await world.sql(`select id from ledger.usage where model = 'call-model'`);
    return rows.length === 1;
  }, 'the request is booked');
  await go('/logs?model=call-model');
  await page.getByRole('button', { name: 'Details of call-model' }).click();
  const bill = page.getByRole('dialog');
  await bill.getByText('It agrees').waitFor();
  expect(await bill.textContent()).toContain('1 × $0.01');
  expect(complaints).toEqual([]);
  await close();
});

test('a model that refuses says why in its place', async () => {
  const { page, go, close } = await enter();
  await go('/playground?model=dead-model');
  await page.getByRole('textbox', { name: 'Your message' }).fill('hello');
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByRole('alert').waitFor();
  expect(await page.getByRole('log').getByRole('alert').textContent()).not.toBe('');
  await close();
});
