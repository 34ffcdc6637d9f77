/** What an administrator is told in the console, with room for all of it, and what stays of what they type. */
import type { Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuration, rootPassword } from './testing/configuration.ts';
import { enterConsole, headingOf } from './testing/console-person.ts';
import { findBarriers, rulesOfColour } from './testing/find-barriers.ts';
import { signIn } from './testing/session.ts';
import { settle } from './testing/settled-page.ts';
import { shareBrowser } from './testing/share-browser.ts';
import { startWorld, type World } from './testing/world.ts';

const media = `
models:
  sora-2: { family: V1, price: { second: 0.10 } }
  gpt-image-1: { price: { image: { '1024x1024': 0.042 } } }
channels:
  - name: media
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream-secret-key"]
    models: [sora-2, gpt-image-1]
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
  await reason.getByText(/serves no text/).waitFor();
  const rightOf = async (locator: typeof reason): Promise<number> => {
    const box = await locator.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  expect(await rightOf(reason)).toBeLessThanOrEqual(await rightOf(panel));
  await close();
});

/** The address is led back there a moment after Back has closed what was open. */
const isChannels = ({ pathname }: URL): boolean => pathname.endsWith('/channels');

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
  await page.waitForURL(isChannels);
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
  await page.waitForURL(isChannels);
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
  await panel.getByRole('textbox', { name: '密码' }).fill('a long password');
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

/** Somebody in front of the console, beside another administrator. */
async function enterBeside() {
  const { page, go, close } = await enterConsole(browser(), world, root);
  const panel = page.getByRole('dialog');
  return {
    other: await signIn(world.baseUrl, root.username, root.password),
    page,
    panel,
    close,
    /** Opens the form of something that a page lists. */
    async open(path: string, name: string): Promise<void> {
      await go(path);
      await page.getByRole('button', { name: `Open ${name}` }).click();
    },
    async openKey(name: string): Promise<void> {
      await go('/keys');
      await page.getByRole('button', { name: `Actions of ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Change key' }).click();
    },
    save: () => panel.getByRole('button', { name: 'Save' }).click(),
    told: panel.getByText('Somebody changed the same thing since you opened this.'),
  };
}

test('prices that somebody else changed since the form began are not overwritten, and what was typed stays', async () => {
  const { other, panel, open, save, told, close } = await enterBeside();
  const output = panel.getByRole('textbox', { name: 'Output' }).first();
  await other.put('/api/models', { name: 'shared', price: { input: '1', output: '2' } });
  await open('/models', 'shared');
  await other.put('/api/models', { name: 'shared', price: { input: '9', output: '2' } });
  await output.fill('8');
  await save();
  await told.waitFor();
  expect(await output.inputValue()).toBe('8');
  const read = () => other.get('/api/models/detail?name=shared');
  expect(await read()).toMatchObject({ price: { input: '9', output: '2' } });

  await open('/models', 'shared');
  await other.put('/api/models', { name: 'shared', max_output: 7 });
  await output.fill('8');
  await save();
  await panel.waitFor({ state: 'hidden' });
  expect(await read()).toMatchObject({ price: { input: '9', output: '8' }, max_output: 7 });
  await close();
});

test('nor are a channel, a user and a key; and a group that was deleted does not come back', async () => {
  const { other, panel, open, openKey, save, told, close } = await enterBeside();
  const { id } = Object(await other.get('/api/channel?keyword=media')).items[0];
  await open('/channels', 'media');
  await other.put('/api/channel', { id, tag: 'theirs' });
  await panel.getByRole('textbox', { name: 'Tag' }).fill('mine');
  await save();
  await told.waitFor();
  expect(await other.get(`/api/channel/${id}`)).toMatchObject({ tag: 'theirs' });

  const user = Object(await other.post('/api/user', { username: 'shared', password: 'a long password' }));
  await open('/users', 'shared');
  await other.put('/api/user', { id: user.id, display_name: 'Theirs' });
  await panel.getByRole('textbox', { name: 'Shown as' }).fill('Mine');
  await save();
  await told.waitFor();
  expect(await other.get(`/api/user/${user.id}`)).toMatchObject({ display_name: 'Theirs' });

  const key = Object(await other.post('/api/token', { name: 'shared' }));
  await openKey('shared');
  await other.put('/api/token', { id: key.id, name: 'theirs' });
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('mine');
  await save();
  await told.waitFor();
  expect(await other.get(`/api/token/${key.id}`)).toMatchObject({ name: 'theirs' });

  await other.put('/api/group', { name: 'shared', ratio: '2' });
  await open('/groups', 'shared');
  await other.delete('/api/group/shared');
  await panel.getByRole('textbox', { name: 'Ratio' }).first().fill('3');
  await save();
  await panel.getByText('There is no such thing any more.').waitFor();
  expect(await other.get('/api/group')).not.toContain('shared');
  await close();
});

test('an edit that was made though its answer was lost can be changed, and put back', async () => {
  const { other, page, panel, open, openKey, save, close } = await enterBeside();
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  const lose = async (path: string) => {
    await page.route(`**/api/${path}`, loseAnswer, { times: 1 });
    const lost = page.waitForEvent('requestfailed');
    await save();
    await lost;
    await panel.getByText('No answer came.').waitFor();
  };
  await other.put('/api/models', { name: 'lost', price: { input: '1', output: '2' } });
  await open('/models', 'lost');
  const output = panel.getByRole('textbox', { name: 'Output' }).first();
  await output.fill('3');
  await lose('models');
  await output.fill('4');
  await lose('models');
  await output.fill('2');
  await save();
  await panel.waitFor({ state: 'hidden' });
  expect(await other.get('/api/models/detail?name=lost')).toMatchObject({ price: { output: '2' } });

  const { id } = Object(await other.post('/api/user', { username: 'lost', password: 'a long password' }));
  await open('/users', 'lost');
  const isUnlimited = panel.getByRole('switch', { name: 'No limit' });
  await isUnlimited.click();
  await lose('user');
  await isUnlimited.click();
  await lose('user');
  await save();
  await panel.waitFor({ state: 'hidden' });
  expect(await other.get(`/api/user/${id}`)).toMatchObject({ unlimited_quota: false });

  const fields = { name: 'lost', unlimited_quota: false, remain_quota: 500_000 };
  const key = Object(await other.post('/api/token', fields));
  const spend = () =>
    world.sql('update ledger.purse set used = used + 1000 where id = $1', [`key:${key.id}`]);
  await openKey('lost');
  const remain = panel.getByRole('textbox', { name: 'May still spend' });
  await remain.fill('3');
  await spend();
  await lose('token');
  await spend();
  await remain.fill('1');
  await save();
  await panel.waitFor({ state: 'hidden' });
  expect(await other.get(`/api/token/${key.id}`)).toMatchObject({ remain_quota: 500_000 });
  await close();
});

test('neither another tab nor a page nor the end of a session takes pictures, or what is typed for some, without a question', async () => {
  const { page, go, close } = await enterConsole(browser(), world, root);
  const prompt = page.getByRole('textbox', { name: 'What it shall show' });
  const choose = async (tab: string, typed: string) => {
    await page.getByText(tab, { exact: true }).click();
    await expect.poll(() => prompt.inputValue()).toBe(typed);
  };
  await go('/playground?tab=video');
  await prompt.fill('a film');
  await choose('Images', '');
  await prompt.fill('a mill');
  await page.getByRole('button', { name: 'Make it' }).click();
  const picture = page.getByRole('img', { name: 'a mill' });
  await picture.waitFor();
  await choose('Video', 'a film');
  await page.getByRole('link', { name: 'Keys' }).click();
  await page
    .getByRole('dialog', { name: 'Have you kept it?' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await choose('Images', 'a mill');
  await picture.waitFor();

  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByRole('dialog', { name: 'You are not signed in any more' }).waitFor();
  expect(await prompt.inputValue()).toBe('a mill');
  await close();
});

test('a film that was asked for leads nobody away from another tab, and is there when they come back', async () => {
  const { page, go, close } = await enterConsole(browser(), world, root);
  const isTaken = Promise.withResolvers<void>();
  const json = { id: 'task_of_mill', status: 'queued' };
  await page.route('**/pg/videos', (route) => isTaken.promise.then(() => route.fulfill({ json })));
  await go('/playground?tab=video');
  const description = page.getByRole('textbox', { name: 'What it shall show' });
  await description.fill('a mill');
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByText('Images', { exact: true }).click();
  await expect.poll(() => description.inputValue()).toBe('');
  const answered = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/pg/videos'));
  isTaken.resolve();
  await answered;
  await description.fill('a castle');
  expect(page.url()).toMatch(/tab=image$/);
  await page.getByText('Video', { exact: true }).click();
  await expect.poll(() => page.url()).toMatch(/tab=video&task=task_of_mill$/);
  await close();
});

test('a page is printed as wide as the paper, without what is around it', async () => {
  const { page, go, close } = await enterConsole(browser(), world, root);
  await go('/logs');
  await headingOf(page, 'Logs').waitFor();
  await page.emulateMedia({ media: 'print' });
  // What is around it leaves its place within a moment.
  await settle(page);
  expect(await page.getByRole('navigation').isVisible()).toBe(false);
  expect(await page.getByRole('banner').isVisible()).toBe(false);
  const { x: left = page.viewportSize()?.width } = (await headingOf(page, 'Logs').boundingBox()) ?? {};
  expect(left).toBeLessThan(20);
  await close();
});

test('a number in the parameters of a channel that would be rounded is refused as it was typed', async () => {
  const { page, go, close } = await enterConsole(browser(), world, root);
  await go('/channels');
  await page.getByRole('button', { name: 'New channel' }).click();
  const panel = page.getByRole('dialog', { name: 'New channel' });
  await panel.getByRole('textbox', { name: 'Channel' }).fill('rounded');
  await panel.getByRole('textbox', { name: 'Base URL' }).fill('https://upstream.example/v1');
  await panel.getByRole('button', { name: 'Advanced' }).click();
  await panel.getByRole('textbox', { name: 'Parameters' }).fill('{ "seed": 9007199254740993 }');
  await panel.getByRole('button', { name: 'New channel' }).click();
  await panel.getByText('9007199254740993 has more digits than a number keeps.').waitFor();
  await close();
});
