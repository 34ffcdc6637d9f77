/** What people do with the console day by day: keys, models tried by hand, and what that cost. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { configuration, keys, rootPassword } from './testing/configuration.ts';
import { consoleOf, enterConsole, headingOf, openConsole, rowOf } from './testing/console-person.ts';
import { copySamples } from './testing/copy-samples.ts';
import { runSample } from './testing/run-sample.ts';
import { shareBrowser } from './testing/share-browser.ts';
import { startVite } from './testing/start-vite.ts';
import { startWorld, type World } from './testing/world.ts';

/** What makes pictures and films, beside the usual configuration. */
const mediaConfiguration = `
models:
  gpt-image-1: { price: { image: { '1024x1024': 0.042 } } }
  sora-2: { family: V1, price: { second: 0.10 } }
channels:
  - name: media
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream-secret-key"]
    models: [gpt-image-1, sora-2]
`;

const root = { username: 'root', password: rootPassword };

const browser = shareBrowser();
let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, {
    hasConsole: true,
    mediaWorkers: 1,
    env: {
      ingress: { HEADGATE_LOGIN_LIMIT: '100', HEADGATE_PUBLIC_URL: '' },
      'media-worker': { HEADGATE_POLL_MS: '50', HEADGATE_WORKER_IDLE_MS: '50' },
      'media-api': { HEADGATE_POLL_MS: '50' },
    },
  });
  await world.apply(mediaConfiguration);
}, 300_000);
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
  // Half of an amount is none, and the other half can be typed behind it.
  const amount = panel.getByRole('textbox', { name: 'May still spend' });
  await amount.pressSequentially('.');
  await page.keyboard.press('Enter');
  await panel.getByText('This is needed.').waitFor();
  await amount.pressSequentially('5');
  expect(await amount.inputValue()).toMatch(/\.5$/);
  await amount.fill('2.5');
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

test('a key whose time to expire is typed in part is not kept as one that never expires', async () => {
  const { page, go, close } = await enter();
  await go('/keys');
  await page.getByRole('button', { name: 'Make a key' }).first().click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('for a month');
  const expires = panel.getByLabel('Expires');
  await expires.pressSequentially('12312039');
  await panel.getByRole('button', { name: 'Make a key' }).click();
  await panel.getByText('There is no such day and time.').waitFor();

  await expires.fill('2039-12-31T12:00');
  await panel.getByRole('button', { name: 'Make a key' }).click();
  await panel.getByRole('button', { name: 'Done' }).click();
  await rowOf(page, 'Keys', 'for a month').getByText('2039').waitFor();
  await close();
});

test('a channel loses no model and no name that was typed for it', async () => {
  const { page, go, close } = await enter();
  await go('/channels');
  await page.getByRole('button', { name: 'New channel' }).first().click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('textbox', { name: 'Channel' }).fill('two cases');
  await panel.getByRole('textbox', { name: 'Base URL' }).fill('https://api.example.com/v1');
  const models = panel.getByRole('combobox', { name: 'Models' });
  for (const name of ['deep-v3', 'Deep-V3']) {
    await models.fill(name);
    await models.press('Enter');
  }
  for (const name of ['deep-v3', 'Deep-V3'])
    await panel.getByText(name, { exact: true }).and(page.locator('.mantine-Pill-label')).waitFor();

  const upstreams = panel.getByRole('group', { name: 'Upstream names' });
  await upstreams.getByRole('button', { name: 'Add a row' }).click();
  await upstreams.getByRole('textbox').last().fill('deep-v3-2');
  await panel.getByRole('button', { name: 'New channel' }).click();
  await panel.getByText('A row has no name.').waitFor();
  await upstreams.getByRole('textbox').first().fill('deep-v3');
  for (const _ of ['Deep-V3', 'deep-v3']) await models.press('Backspace');
  await expect.poll(() => upstreams.getByRole('textbox').count()).toBe(0);
  await close();
});

test('of priority and weight what is typed is changed, and not what somebody else changed meanwhile', async () => {
  const { page, go, complaints, close } = await enter();
  const api = new URL('/api/channel', consoleOf(world)).href;
  const channel = {
    name: 'ordered',
    provider: 'openai-compatible',
    base_url: `${world.sandboxUrl}/v1`,
    keys: ['ordered-secret'],
    models: [{ name: 'ordered-model', upstream: 'gpt-4o-mini' }],
  };
  const { data } = await (await page.request.post(api, { data: { channel } })).json();
  await go('/channels');
  await page.getByRole('button', { name: /change priority and weight of ordered$/ }).click();
  await page.getByRole('textbox', { name: 'Priority' }).fill('7');
  const other = await page.request.put(api, { data: { id: data.ids[0], weight: 9 } });
  expect(await other.json()).toMatchObject({ success: true });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: '7 · 9: change priority and weight of ordered' }).waitFor();
  expect(complaints).toEqual([]);
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
  // It is not gone when another tab is looked at.
  await page.getByText('Images', { exact: true }).click();
  await conversation.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Keys' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  await page.getByText('Chat', { exact: true }).click();
  await conversation.getByRole('article').nth(1).waitFor();

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

test('of two models one is stopped alone, and the other goes on to its end', async () => {
  const { page, complaints, go, close } = await enter();
  await go('/playground?model=gpt-4o-mini&other=reason-mini');
  const prompt = page.getByRole('textbox', { name: 'Your message' });
  await prompt.fill('Tell me of mills [[chunks=150 delay=100]]');
  await prompt.press('Enter');
  const [one, other] = ['gpt-4o-mini', 'reason-mini'].map((model) =>
    page.getByRole('log').getByRole('article').filter({ hasText: model }),
  );
  await one?.getByText('quick').waitFor();
  await other?.getByText('quick').waitFor();
  await page.getByRole('button', { name: 'Stop gpt-4o-mini' }).click();
  await one?.getByText('stopped').waitFor();
  expect(await other?.getAttribute('aria-busy')).toBe('true');
  await one?.getByText(/cost \$/).waitFor();
  await other?.getByText(/tokens in, .* done after .* cost \$/).waitFor();
  expect(await other?.textContent()).toContain('149 ');
  expect(await other?.textContent()).not.toContain('stopped');
  expect(complaints).toEqual([]);
  await close();
});

test('pictures are made, shown, and say what they cost', async () => {
  const { page, complaints, go, close } = await enter();
  await go('/playground?tab=image');
  await page.getByRole('textbox', { name: 'What it shall show' }).fill('a mill');
  // What is typed behind a number that was taken away is that alone.
  const count = page.getByRole('textbox', { name: 'How many' });
  await count.fill('3');
  await count.press('End');
  await count.press('Backspace');
  await count.pressSequentially('2');
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByRole('status').getByText('2 pictures · cost $0.084').waitFor();
  const widths = await page
    .getByRole('img', { name: 'a mill' })
    .evaluateAll((pictures) => pictures.map((picture) => Reflect.get(picture, 'naturalWidth')));
  expect(widths).toEqual([1024, 1024]);
  await go('/logs?model=gpt-image-1');
  expect(await rowOf(page, 'Requests', 'gpt-image-1').textContent()).toContain('$0.084');
  expect(complaints).toEqual([]);
  await close();
});

test('what is saved of an account takes nothing away that is being typed beside it', async () => {
  const { page, go, close } = await enter();
  await go('/account');
  const password = page.getByLabel('New password');
  await password.fill('half of a passwo');
  await page.getByRole('textbox', { name: 'Display name' }).fill('Root of all');
  await page.getByRole('button', { name: 'Save the name' }).click();
  await page.getByText('The name was saved.').waitFor();
  expect(await password.inputValue()).toBe('half of a passwo');
  await close();
});

test('a film shows how far it is while it is made, then itself, and what it cost', async () => {
  const { page, complaints, go, close } = await enter();
  await go('/playground?tab=video');
  await page.getByRole('textbox', { name: 'What it shall show' }).fill('a mill [[hold polls=10]]');
  await page.getByRole('button', { name: 'Make it' }).click();
  const progress = page.getByRole('progressbar', { name: 'Being made' });
  const progressOf = async (): Promise<number> => Number(await progress.getAttribute('aria-valuenow'));
  await progress.waitFor({ state: 'attached' });
  await waitFor(async () => (await step(1)) > 0, 'the vendor has the job');
  await waitFor(async () => (await progressOf()) > 0, 'the first step is shown');
  const first = await progressOf();
  await step(1);
  await waitFor(async () => (await progressOf()) > first, 'the second step is shown');

  const film = page.waitForResponse((answer) => answer.url().includes('/content'));
  await step();
  expect((await film).status()).toBeLessThan(300);
  expect((await film).headers()['content-type']).toBe('video/mp4');
  await page.locator('video').waitFor();
  await page.getByRole('status').getByText('Made · cost $0.40').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test('a film whose answer was lost is made once, however often it is asked for', async () => {
  const { page, go, close } = await enter();
  await page.route(
    '**/pg/videos',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await go('/playground?tab=video');
  await page.getByRole('textbox', { name: 'What it shall show' }).fill('a mill once');
  const make = page.getByRole('button', { name: 'Make it' });
  await make.click();
  await page.getByText('No answer came. Check your connection and try again.').waitFor();
  await make.click();
  await page.locator('video').waitFor();
  await go('/tasks');
  await rowOf(page, 'Tasks', 'a mill once').first().waitFor();
  expect(await rowOf(page, 'Tasks', 'a mill once').count()).toBe(1);
  await close();
});

test('a film that cannot be made says why, and that nothing was charged', async () => {
  const { page, complaints, go, close } = await enter();
  await go('/playground?tab=video');
  await page.getByRole('textbox', { name: 'What it shall show' }).fill('a mill [[ends=moderated polls=1]]');
  await page.getByRole('button', { name: 'Make it' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'It could not be made' });
  await failure.getByText('Your request was blocked by our moderation system.').waitFor();
  await failure.getByText('nothing was charged: what was held for it is given back').waitFor();
  await go('/tasks?status=failed');
  expect(await rowOf(page, 'Tasks', 'sora-2').textContent()).toContain('$0.00');
  expect(complaints).toEqual([]);
  await close();
});

test.each([
  ['chat', 'Your message', 'It\'s a "mill" of $HOME, `id` 你好'],
  ['image', 'What it shall show', 'a miller\'s "mill"'],
  ['video', 'What it shall show', 'a miller\'s "mill"'],
])('what is copied of the %s tab does what the page would', async (tab, field, prompt) => {
  const { page, complaints, go, close } = await enter();
  const models = Promise.withResolvers<void>();
  await page.route('**/pg/models', (route) => models.promise.then(() => route.continue()));
  await go(`/playground?tab=${tab}`);
  await page.getByRole('textbox', { name: field }).fill(prompt);
  if (tab === 'video') {
    await page.getByRole('combobox', { name: 'Seconds' }).click();
    await page.getByRole('option', { name: '8', exact: true }).click();
  }
  const code = page.getByRole('button', { name: 'As code' });
  expect(await code.isEnabled()).toBe(false);
  models.resolve();
  await code.click();
  const copied = await copySamples(page);
  expect([...copied.keys()]).toEqual(['curl', 'Python', 'TypeScript']);
  for (const [language, text] of copied) {
    const answer = await runSample(language, text.replace('YOUR_KEY', keys.unlimited));
    if (answer !== undefined)
      expect([language, answer]).toEqual([language, expect.stringMatching(made[tab] ?? '')]);
  }
  expect(complaints).toEqual([]);
  await close();
});

/** What the answers of each tab's requests have in them, as text and as the SDK shows them. */
const made: Record<string, RegExp> = {
  chat: /你好/,
  image: /b64_json"?:/,
  video: /id"?: ?.task_/,
};

test('pages that are worked on sign in, make a key and stream through the development server', async () => {
  const vite = await startVite(world.baseUrl);
  onTestFinished(vite.stop);
  const { page, go, signIn, close } = await openConsole(browser(), vite);
  await go('/sign-in?next=%2Fkeys');
  await signIn(root.username, root.password);
  await page.getByRole('button', { name: 'Make a key' }).first().click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('from the workshop');
  await panel.getByRole('button', { name: 'Make a key' }).click();
  const key = (await panel.getByText(/^sk-\w+$/).textContent()) ?? '';
  expect(await statusOf(key)).toBe(200);

  await go('/playground?model=gpt-4o-mini');
  await page.getByRole('textbox', { name: 'Your message' }).fill('hello [[chunks=100 delay=100]]');
  await page.keyboard.press('Enter');
  const answer = page.getByRole('log').getByRole('article');
  await answer.getByText('quick').waitFor();
  expect(await answer.getAttribute('aria-busy')).toBe('true');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await answer.getByText('stopped').waitFor();
  await close();
});

/** Moves all films of the vendor on, or to their ends; says how many there were to move. */
async function step(steps?: number): Promise<number> {
  const body = JSON.stringify({ steps });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${world.sandboxUrl}/media/steps`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { moved: string[] }).moved.length;
}
