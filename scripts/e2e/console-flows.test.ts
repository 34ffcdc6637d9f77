/** What people do with the console, against the whole system. They find everything by its role and its name. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, askMany } from './testing/ask.ts';
import { configuration, keys, rootPassword } from './testing/configuration.ts';
import { consoleOf, enterConsole, headingOf, openConsole, rowOf } from './testing/console-person.ts';
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
  const { page, go, complaints, close } = await enter();
  await go('/');
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

  await go('/?scope=all&by=channel');
  await page.getByRole('link', { name: 'sandbox' }).click();
  await headingOf(page, 'Logs').waitFor();
  await requests.first().waitFor();
  const channel = page.getByRole('combobox', { name: 'Channel' });
  await waitFor(async () => (await channel.inputValue()) === 'sandbox', 'the channel is named');
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

test('what is typed when a session ends stays, and is saved after a sign-in in another window', async () => {
  const { page, go, close } = await enter();
  await go('/keys?cursor=broken');
  await page.getByRole('button', { name: 'To the first page' }).click();
  await page.getByRole('button', { name: 'Make a key' }).first().click();
  const form = page.getByRole('dialog', { name: 'Make a key' });
  const name = form.getByRole('textbox', { name: 'Name' });
  await name.fill('typed before');
  await page.context().clearCookies();
  await form.getByRole('button', { name: 'Make a key' }).click();
  const beside = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Sign in in another window' }).click();
  const other = await beside;
  await other.getByLabel('Username').fill(root.username);
  await other.getByRole('textbox', { name: 'Password' }).fill(root.password);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await headingOf(other, 'Home').waitFor();
  await page.getByRole('button', { name: 'I have signed in' }).click();
  await page.getByText('You are not signed in any more', { exact: true }).waitFor({ state: 'detached' });
  expect(await name.inputValue()).toBe('typed before');
  await form.getByRole('button', { name: 'Make a key' }).click();
  await page.getByRole('dialog', { name: 'Your new key' }).getByRole('button', { name: 'Done' }).click();
  await rowOf(page, 'Keys', 'typed before').waitFor();

  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await headingOf(page, 'Sign in to Headgate').waitFor();
  await close();
});

test('an administrator sees the keys of a user', async () => {
  const { page, go, complaints, close } = await enter();
  await go('/users');
  await page.getByRole('button', { name: 'More for root' }).click();
  await page.getByRole('menuitem', { name: 'Show the keys' }).click();
  const keysOfRoot = page.getByRole('dialog', { name: 'root' }).getByRole('table', { name: 'Keys' });
  await keysOfRoot.getByText('sk-').first().waitFor();
  await page.keyboard.press('Escape');
  await keysOfRoot.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await close();
});

test('what a model costs is found by its name, and in a group as it is billed there', async () => {
  const { page, go, complaints, close } = await enter();
  await go('/pricing?keyword=CALL');
  const model = rowOf(page, 'Prices', 'call-model');
  await model.getByText('$0.01').waitFor();
  expect(await page.getByRole('table', { name: 'Prices' }).getByRole('row').count()).toBe(2);
  await page.getByRole('combobox', { name: 'Group' }).selectOption('vip × 0.8');
  await model.getByText('$0.008').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await page.getByRole('textbox', { name: 'Model' }).fill('no such model');
  await page.getByRole('textbox', { name: 'Model' }).press('Enter');
  await page.getByRole('heading', { name: 'No models' }).waitFor();

  await go('/pricing?p=9');
  await page.getByRole('button', { name: 'To the first page' }).click();
  await model.waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test('what is typed before a page has caught up with its address stays', async () => {
  const { page, go, complaints, close } = await enter();
  await go('/pricing?keyword=CALL');
  const text = page.getByRole('textbox', { name: 'Model' });
  const clear = page.getByRole('button', { name: 'Clear filters' }).first();
  await clear.waitFor();
  await page.evaluate(`(() => {
    const box = document.querySelector('input[aria-label="Model"]');
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Clear filters').click();
    box.select();
    document.execCommand('insertText', false, 'no such model');
  })()`);
  await clear.waitFor({ state: 'detached' });
  await text.press('Enter');
  await page.getByRole('heading', { name: 'No models' }).waitFor();

  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await rowOf(page, 'Prices', 'call-model').waitFor();
  expect(await text.inputValue()).toBe('');
  expect(complaints).toEqual([]);
  await close();
});

test('a filter is not applied by the Enter that chooses among the words of an input method', async () => {
  const { page, go, complaints, close } = await enter();
  await go('/pricing');
  await rowOf(page, 'Prices', 'call-model').waitFor();
  const text = page.getByRole('textbox', { name: 'Model' });
  await text.fill('no such mo');
  const search = await page.evaluate(`(async () => {
    const enter = { key: 'Enter', isComposing: true, bubbles: true };
    document.querySelector('input[aria-label="Model"]').dispatchEvent(new KeyboardEvent('keydown', enter));
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    return location.search;
  })()`);
  expect(search).toBe('');
  await text.press('Enter');
  await page.getByRole('heading', { name: 'No models' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
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

  await page.getByRole('button', { name: 'Open sandbox' }).click();
  const form = page.getByRole('dialog', { name: 'sandbox' });
  const advanced = form.getByRole('button', { name: 'Advanced' });
  const parameters = form.getByRole('textbox', { name: 'Parameters' });
  await advanced.click();
  await parameters.fill('{ "top_k":');
  await advanced.click();
  await parameters.waitFor({ state: 'hidden' });
  await form.getByRole('button', { name: 'Save' }).click();
  await parameters.waitFor();
  expect(await page.evaluate('document.activeElement.value')).toBe('{ "top_k":');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close anyway' }).click();
  await form.waitFor({ state: 'detached' });

  // A switch takes no key while what it did before is still being looked at again.
  const waitingSwitch = (checked: boolean) =>
    page.getByRole('switch', { name: 'sandbox serves requests', checked, disabled: false });
  await waitingSwitch(true).press('Space');
  await page.getByText('sandbox serves no requests any more.').waitFor();
  await waitingSwitch(false).waitFor();
  expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('sandbox serves requests');
  await waitFor(async () => (await ask(world, asked)).status === 503, 'nobody serves the model');
  await waitingSwitch(false).press('Space');
  await page.getByText('sandbox serves requests again.').waitFor();
  await waitFor(async () => (await ask(world, asked)).status === 200, 'the model is served again');
  expect(complaints).toEqual([]);
  await close();
});

test('a channel that is off is tested, gets nothing of what the SDK asks, and serves with others when they are enabled', async () => {
  const { page, go, complaints, close } = await enter();
  const standby = {
    name: 'standby',
    provider: 'openai-compatible',
    base_url: `${world.sandboxUrl}/v1`,
    keys: ['standby-secret-one', 'standby-secret-two'],
    models: ['gpt-4o-mini', { name: 'standby-model', upstream: 'gpt-4o-mini' }],
    priority: 9,
  };
  const api = new URL('/api/channel', consoleOf(world)).href;
  for (const channel of [standby, { ...standby, name: 'standby too' }])
    expect(await (await page.request.post(api, { data: { channel } })).json()).toMatchObject({
      success: true,
    });
  const client = new OpenAI({ apiKey: keys.unlimited, baseURL: `${world.baseUrl}/v1`, maxRetries: 0 });
  const messages = [{ role: 'user' as const, content: 'Hello' }];
  const serves = (model: string) =>
    client.chat.completions.create({ model, messages }).then(
      () => true,
      () => false,
    );
  const arrived = async (): Promise<number> => {
    const received = (await (await fetch(`${world.sandboxUrl}/received`)).json()) as { headers: object }[];
    return received.filter(({ headers }) => JSON.stringify(headers).includes('standby-secret')).length;
  };
  const isTold = (model: string, served: boolean) =>
    waitFor(async () => (await serves(model)) === served, `${model} is ${served ? '' : 'not '}served`);
  await isTold('standby-model', true);

  await go('/channels');
  const choose = async () => {
    await page.getByRole('checkbox', { name: 'Select standby', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Select standby too' }).check();
  };
  await choose();
  await page.getByRole('button', { name: 'Disable 2 channels' }).click();
  await page.getByText('2 channels were changed.').first().waitFor();
  await isTold('standby-model', false);
  const before = await arrived();
  for (let left = 10; left > 0; left -= 1) expect(await serves('gpt-4o-mini')).toBe(true);
  expect(await arrived()).toBe(before);

  const row = rowOf(page, 'Channels', 'standby').last();
  await row.getByText('Never', { exact: true }).waitFor();
  await row.getByRole('button', { name: /^More for standby/ }).click();
  await page.getByRole('menuitem', { name: 'Test' }).click();
  const dialog = page.getByRole('dialog', { name: /^Test standby/ });
  await dialog.getByRole('button', { name: 'Test', exact: true }).click();
  await dialog.getByText('Passed').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await row.getByText('Passed').waitFor();
  for (let left = 10; left > 0; left -= 1) expect(await serves('gpt-4o-mini')).toBe(true);
  expect(await arrived()).toBe(before + 1);

  await row.getByRole('button', { name: /^More for standby/ }).click();
  await page.getByRole('menuitem', { name: 'Keys' }).click();
  const list = page.getByRole('dialog', { name: /^Keys of standby/ });
  await list.getByRole('switch', { name: 'Key 1 · … -one serves requests' }).press('Space');
  await page.getByText('The keys were changed.').first().waitFor();
  await rowOf(page, 'Keys', '… -one').getByText('Off').waitFor();
  await list.getByRole('button', { name: 'Close' }).click();
  await row.getByText('1 of 2 on').waitFor();

  await choose();
  await page.getByRole('button', { name: 'Enable 2 channels' }).click();
  await page.getByText('2 channels were changed.').first().waitFor();
  await isTold('standby-model', true);
  expect(await arrived()).toBeGreaterThan(before + 1);
  await choose();
  await page.getByRole('button', { name: 'Delete 2 channels' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await close();
});

test('a key is made, used by the SDK, and refused once it is off', async () => {
  const { page, go, complaints, close } = await enter();
  await go('/keys');
  await page.getByRole('button', { name: 'Make a key' }).first().click();
  const form = page.getByRole('dialog', { name: 'Make a key' });
  await form.getByRole('textbox', { name: 'Name' }).fill('from the console');
  const isUnlimited = form.getByRole('switch', { name: 'No limit of its own' });
  if (!(await isUnlimited.isChecked())) await isUnlimited.press('Space');
  await form.getByRole('button', { name: 'Make a key' }).click();
  const made = page.getByRole('dialog', { name: 'Your new key' });
  await made.waitFor();
  const apiKey = (await made.getByText(/^sk-/).first().textContent()) ?? '';
  await made.getByRole('button', { name: 'Done' }).click();
  await rowOf(page, 'Keys', 'from the console').waitFor();

  const client = new OpenAI({ apiKey, baseURL: `${world.baseUrl}/v1`, maxRetries: 0 });
  const asked = { model: 'gpt-4o-mini', messages: [{ role: 'user' as const, content: 'Hello' }] };
  const answer = await client.chat.completions.create(asked);
  expect(answer.choices[0]?.message.content).toBeTruthy();

  await page.getByRole('button', { name: 'Actions of from the console' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByText('The key is disabled.').waitFor();
  await waitFor(
    () =>
      client.chat.completions.create(asked).then(
        () => false,
        (error: unknown) => error instanceof OpenAI.AuthenticationError,
      ),
    'the key is refused',
  );
  expect(complaints).toEqual([]);
  await close();
});

test('the playground shows an answer while it comes, and bills it', async () => {
  const { page, go, complaints, close } = await enter();
  await go('/playground?model=reason-mini');
  const prompt = page.getByRole('textbox', { name: 'Your message' });
  await prompt.fill('Tell me of mills [[chunks=20 delay=150]]');
  await prompt.press('Enter');
  const log = page.getByRole('log', { name: 'Conversation' });
  const answer = log.getByRole('article');
  await log.getByLabel('The model is answering').waitFor();
  await waitFor(async () => {
    const text = ((await answer.textContent()) ?? '').replace('reason-mini', '').trim();
    return text !== '' && (await log.getByLabel('The model is answering').isVisible());
  }, 'a part of the answer is shown');
  await answer.getByText(/tokens in, /).waitFor();
  await go('/logs');
  await rowOf(page, 'Requests', 'reason-mini').first().waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test('who sends a message after the end of their session is asked to sign in, and what was said stays', async () => {
  const { page, go, close } = await enter();
  await go('/playground');
  const message = page.getByRole('textbox', { name: 'Your message' });
  await message.fill('Hello');
  // Until there is a model nothing is sent.
  await page.getByRole('button', { name: 'As code' }).click({ trial: true });
  await page.context().clearCookies();
  await message.press('Enter');
  await page.getByRole('dialog', { name: 'You are not signed in any more' }).waitFor();
  await page.getByRole('log').getByText('Hello', { exact: true }).waitFor();
  await close();
});
