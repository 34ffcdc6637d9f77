/** What the lists of the console show: of many things the one that is looked for, and after a failure what there is. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import type { Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuration, rootPassword } from './testing/configuration.ts';
import { enterConsole, rowOf } from './testing/console-person.ts';
import { signIn } from './testing/session.ts';
import { shareBrowser } from './testing/share-browser.ts';
import { startWorld, type World } from './testing/world.ts';

const root = { username: 'root', password: rootPassword };
const dayMs = 86_400_000;

const browser = shareBrowser();
let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, { hasConsole: true });
}, 300_000);
afterAll(() => world?.stop());

test('of many channels one is found by its name for the logs, without reading them all, and named from its id', async () => {
  const { page, go, close } = await enterConsole(browser(), world, root);
  const fields = 'provider: openai, base_url: "http://127.0.0.1:9/v1", keys: [many], models: [call-model]';
  const many = Array.from({ length: 130 }, (_, at) => `  - { name: many-${at}, ${fields} }`);
  await world.apply(`channels:\n${many.join('\n')}`);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await go('/logs?scope=all');
  const channel = page.getByRole('combobox', { name: 'Channel' });
  await channel.click();
  await page.getByRole('option', { name: 'Type to find others' }).waitFor();
  await channel.fill('many-77');
  await page.getByRole('option', { name: 'many-77' }).click();
  await waitFor(() => /channel=\d+/.test(page.url()), 'the channel is in the address');
  const ofPages = asked.filter((url) => /api\/channel\?.*p=[^1]/.test(url));
  expect(ofPages).toEqual([]);

  await page.reload();
  await waitFor(async () => (await channel.inputValue()) === 'many-77', 'the channel is named');
  await page.getByRole('button', { name: 'Clear filters: Channel' }).press('Enter');
  await waitFor(async () => (await channel.inputValue()) === '', 'the filter is cleared');
  expect(page.url()).not.toContain('channel=');
  await close();
});

test('of thousands of models a field has the first at hand, says that there are others, and finds those', async () => {
  const { page, go, close } = await enterConsole(browser(), world, root);
  const data = Array.from({ length: 2_000 }, (_, at) => ({ id: `many/${at}` }));
  await page.route('**/pg/models', (route) => route.fulfill({ json: { object: 'list', data } }));
  await go('/playground');
  const model = page.getByRole('combobox', { name: 'Model' });
  await waitFor(async () => (await model.inputValue()) !== '', 'the models have come');
  expect(await page.getByRole('option', { includeHidden: true }).count()).toBeLessThan(200);
  await model.click();
  await page.getByRole('option', { name: 'Type to find others', disabled: true }).waitFor();
  await model.fill('many/1999');
  await page.getByRole('option', { name: 'many/1999' }).click();
  await waitFor(() => page.url().includes('model=many'), 'the model is chosen');
  await close();
});

test('what was done though its answer was lost, or by somebody else meanwhile, is not shown any more', async () => {
  const other = await signIn(world.baseUrl, root.username, root.password);
  await other.post('/api/token', { name: 'lost' });
  const gone = Object(await other.post('/api/token', { name: 'gone' }));
  const { page, go, close } = await enterConsole(browser(), world, root);
  await go('/keys');
  const choose = async (name: string, item: string) => {
    await page.getByRole('button', { name: `Actions of ${name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/api/token/batch', loseAnswer, { times: 1 });
  await choose('lost', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alert').getByText('That may have worked or not').waitFor();
  await rowOf(page, 'Keys', 'lost').waitFor({ state: 'detached' });

  await other.delete(`/api/token/${gone.id}`);
  await choose('gone', 'Disable');
  await rowOf(page, 'Keys', 'gone').waitFor({ state: 'detached' });
  await close();
});

test('rows stay where they cannot be asked for again, which is told above them, until they can', async () => {
  const other = await signIn(world.baseUrl, root.username, root.password);
  await other.post('/api/token', { name: 'stays' });
  const { page, go, close } = await enterConsole(browser(), world, root);
  await go('/keys');
  await page.getByRole('button', { name: 'Actions of stays' }).click();
  await page.route('**/api/token**', (route) => route.abort());
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  const told = page.getByRole('main').getByRole('alert');
  await told.getByText('it could not be asked for again').waitFor();
  await rowOf(page, 'Keys', 'stays').waitFor();
  await page.unroute('**/api/token**');
  await told.getByRole('button', { name: 'Try again' }).click();
  await told.waitFor({ state: 'detached' });
  await rowOf(page, 'Keys', 'stays').waitFor();
  await close();
});

test('why a channel is left alone is read in its panel, without a mouse', async () => {
  const other = await signIn(world.baseUrl, root.username, root.password);
  const [{ id }] = Object(await other.get('/api/channel?keyword=nobody-home')).items;
  const counts = { requests: 7, failures: 5, credentials: 2, credentials_open: 1 };
  const data = { items: [{ channel_id: id, state: 'open', ...counts }], total: 1 };
  const { page, go, close } = await enterConsole(browser(), world, root);
  await page.route('**/api/channel/health', (route) => route.fulfill({ json: { success: true, data } }));
  await go('/channels?keyword=nobody-home');
  await page.getByRole('button', { name: 'Open nobody-home' }).press('Enter');
  const panel = page.getByRole('dialog', { name: 'nobody-home' });
  await panel.getByText('Left alone').waitFor();
  await panel.getByText('7 requests in the last 5 minutes, 5 failed. 1 of 2 keys was refused.').waitFor();
  await panel.getByText('It is tried again by itself.').waitFor();
  await close();
});

test('tags and balances say how many channels there are besides those that they show', async () => {
  const { page, go, close } = await enterConsole(browser(), world, root);
  await page.route('**/api/channel?**page_size=100', async (route) => {
    const response = await route.fetch();
    const { data, ...answer } = await response.json();
    await route.fulfill({ response, json: { ...answer, data: { ...data, total: 6_000 } } });
  });
  await go('/channels');
  for (const title of ['Tags', 'Balances']) {
    await page.getByRole('button', { name: title }).click();
    const panel = page.getByRole('dialog', { name: title });
    await panel.getByRole('note').getByText('6,000').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
  }
  await close();
});

test('balances of more channels than a page has are drawn a page at a time', async () => {
  const { page, go, close } = await enterConsole(browser(), world, root);
  await go('/channels');
  await page.getByRole('button', { name: 'Balances' }).click();
  const panel = page.getByRole('dialog', { name: 'Balances' });
  const readRows = async (): Promise<string[]> => (await panel.getByRole('row').allInnerTexts()).slice(1);
  await expect.poll(async () => (await readRows()).length).toBe(20);
  const first = await readRows();
  await panel.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(async () => (await readRows()).filter((row) => first.includes(row))).toEqual([]);
  expect(await readRows()).toHaveLength(20);
  await close();
});

test('of many groups one is found by its name, and no more are drawn than a page has', async () => {
  const { page, go, close } = await enterConsole(browser(), world, root);
  const [ratio, uses] = [
    { ratio: '1', models: {} },
    { users: 0, keys: 0, channels: 0 },
  ];
  const many = Array.from({ length: 400 }, (_, at) => ({
    name: `Many ${at}`,
    ...ratio,
    ...uses,
    from_config: false,
  }));
  await page.route('**/api/group/details', (route) => route.fulfill({ json: { success: true, data: many } }));
  await go('/groups');
  const rows = page.getByRole('table', { name: 'Groups' }).getByRole('row');
  await rowOf(page, 'Groups', 'Many 19').waitFor();
  expect(await rows.count()).toBe(1 + 20);
  await page.getByRole('button', { name: 'Page 20', exact: true }).click();
  await rowOf(page, 'Groups', 'Many 399').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('many 7');
  await page.keyboard.press('Enter');
  await rowOf(page, 'Groups', 'Many 70').waitFor();
  expect(await rows.count()).toBe(1 + 11);
  await page.reload();
  await rowOf(page, 'Groups', 'Many 79').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('nobody');
  await page.keyboard.press('Enter');
  await page.getByText('No such group').waitFor();
  await close();
});

test('a long tag of a channel leaves its name room', async () => {
  const other = await signIn(world.baseUrl, root.username, root.password);
  const [{ id }] = Object(await other.get('/api/channel?keyword=nobody-home')).items;
  await other.put('/api/channel', { id, tag: 'all that are asked last of all, '.repeat(4).trim() });
  const { page, go, close } = await enterConsole(browser(), world, root);
  await go('/channels?keyword=nobody-home');
  const name = page.getByRole('button', { name: 'Open nobody-home' });
  await name.waitFor();
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await close();
});

test('a key whose text was not shown, as its answer was lost, is not said to have worked perhaps', async () => {
  const other = await signIn(world.baseUrl, root.username, root.password);
  await other.post('/api/token', { name: 'hidden' });
  const { page, go, close } = await enterConsole(browser(), world, root);
  await go('/keys');
  await page.route('**/api/token/*/key', (route) => route.abort());
  await page.getByRole('button', { name: 'Actions of hidden' }).click();
  await page.getByRole('menuitem', { name: 'Show the key' }).click();
  await page.getByRole('alert').getByText('That did not work').waitFor();
  await close();
});

test('a page that stays open looks back as far as it says, however late it looks again', async () => {
  const { page, go, close } = await enterConsole(browser(), world, root);
  await page.clock.install();
  const beginnings: number[] = [];
  // As they are asked: one from before the clock was moved may be answered late.
  page.on('request', (request) => {
    const second = new URL(request.url()).searchParams.get('start_timestamp');
    if (second !== null) beginnings.push(Number(second));
  });
  for (const [path, count] of [
    ['/logs?range=hour', 2],
    ['/tasks?range=hour', 1],
    ['/audit?range=day', 1],
  ] as const) {
    beginnings.length = 0;
    await go(path);
    await expect.poll(() => beginnings.length).toBe(count);
    const last = Math.max(...beginnings.splice(0));
    await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + 2 * dayMs);
    const lookAgain = () => page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await expect
      .poll(async () => [await lookAgain(), beginnings.length].at(-1))
      .toBeGreaterThanOrEqual(count);
    expect(Math.min(...beginnings)).toBeGreaterThanOrEqual(last + (2 * dayMs) / 1_000);
  }
  await close();
});
