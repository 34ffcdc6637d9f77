/** How people come in: the first of all, with a second factor, through a provider, and by a passkey; and what mail reaches them. */
import { type MailSink, startMailSink } from '@headgate/runtime/testing/mail-sink';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuration } from './testing/configuration.ts';
import { consoleOf, enterConsole, headingOf, openConsole, rowOf } from './testing/console-person.ts';
import { type OidcIssuer, startOidcIssuer } from './testing/oidc-issuer.ts';
import { settle } from './testing/settled-page.ts';
import { shareBrowser } from './testing/share-browser.ts';
import { totp } from './testing/totp.ts';
import { startWorld, type World } from './testing/world.ts';

const root = { username: 'olive', password: 'a password of her own' };
const tove = { username: 'tove', password: 'a password of theirs' };
const bounded = { username: 'bounded', password: 'a password, which is theirs' };
const withoutUsers = configuration.slice(0, configuration.indexOf('\nusers:'));

const browser = shareBrowser();
let world: World;
let issuer: OidcIssuer;
let sink: MailSink;
beforeAll(async () => {
  sink = await startMailSink();
  world = await startWorld(withoutUsers, {
    hasConsole: true,
    env: {
      ingress: { HEADGATE_LOGIN_LIMIT: '100', HEADGATE_PUBLIC_URL: '' },
      account: { HEADGATE_SMTP_URL: sink.url, HEADGATE_SMTP_FROM: 'Gate <gate@example.com>' },
    },
  });
  issuer = await startOidcIssuer([`${new URL(consoleOf(world)).origin}/api/oauth/oidc`]);
  await world.apply(`${withoutUsers}
sign_in:
  providers:
    - { slug: oidc, kind: oidc, name: Example, issuer: "${issuer.url}", client_id: ${issuer.clientId}, client_secret: "${issuer.clientSecret}", allow_registration: true }
users:
  - { username: ${tove.username}, password: "${tove.password}" }
`);
});
afterAll(async () => {
  issuer?.stop();
  await world?.stop();
  await sink?.stop();
});

const refusal = { status: 400, json: { success: false, message: 'Not now.' } };

const open = () => openConsole(browser(), world);

const enter = (who: typeof root) => enterConsole(browser(), world, who);

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
}

/** On the pages of the provider: the fields by their names, which the page that is left does not have. */
async function signInAtProvider(page: Page, name: string): Promise<void> {
  await page.locator('input[name="login"]').fill(name);
  await page.locator('input[name="password"]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

/** Asks for the key in the first row of the page of keys. */
async function showKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Actions of hers' }).click();
  await page.getByRole('menuitem', { name: 'Show the key' }).click();
}

test('the first who comes makes the root user, and nobody after them', async () => {
  const { page, go, complaints, close } = await open();
  await go('/sign-in');
  await headingOf(page, 'Set up Headgate').waitFor();
  await page.getByLabel('Username').fill(root.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(root.password);
  await page.getByRole('button', { name: 'Make the root user' }).click();
  await headingOf(page, 'Home').waitFor();
  await signOut(page);
  await go('/setup');
  await headingOf(page, 'Sign in to Headgate').waitFor();
  expect(complaints).toEqual([]);
  expect(await world.sql('select username, role from account.users')).toEqual(
    expect.arrayContaining([{ username: root.username, role: 'root' }]),
  );
  await close();
});

test('whoever comes from a provider is somebody of their own', async () => {
  const { page, go, close } = await open();
  await go('/sign-in?next=%2Flogs');
  await page.getByRole('link', { name: 'Sign in with Example' }).click();
  await signInAtProvider(page, 'grace');
  await page.getByRole('button', { name: 'Continue' }).click();
  await headingOf(page, 'Logs').waitFor();
  await page.getByRole('button', { name: 'Account of grace of the issuer' }).waitFor();

  // Nothing of hers but the provider says that it is still she.
  await page.evaluate(() => fetch('/api/token', { method: 'POST', body: '{"name":"hers"}' }));
  await go('/keys');
  await showKey(page);
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByRole('button', { name: 'Sign in with Example' }).click();
  await signInAtProvider(page, 'grace');
  await page.waitForURL(/console\/keys/);
  await headingOf(page, 'Keys').waitFor();
  await showKey(page);
  await page.getByRole('dialog').getByText(/^sk-/).waitFor();
  await close();
});

test('an address is bound with the code that was sent there, and is warned of a low balance', async () => {
  const { page, go, complaints, close } = await enter(root);
  await go('/account');
  await page.getByText('A letter can warn you of a low balance').waitFor();
  const email = 'olive@example.com';
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send a code' }).click();
  const code = /\d{6}/.exec(await sink.letterTo(email, 1))?.[0] ?? '';
  await page.getByLabel('Code').fill(code);
  await page.getByRole('textbox', { name: 'Your present password' }).first().fill(root.password);
  await page.getByRole('button', { name: 'Bind the address' }).click();
  await page.getByText(`It is ${email}.`).waitFor();
  expect(await world.sql(`select email from account.users where username = '${root.username}'`)).toEqual([
    { email },
  ]);

  await page.getByLabel('Warn me below').fill('2.5');
  await page.getByRole('button', { name: 'Save the warning' }).click();
  await page.getByText('The warning was saved.').waitFor();
  await settle(page);
  expect(await page.getByLabel('Warn me below').inputValue()).toContain('2.5');
  await page.reload();
  await page.getByLabel('Warn me below').waitFor();
  expect(await page.getByLabel('Warn me below').inputValue()).toContain('2.5');
  expect(await world.sql('select warn_below from ledger.purse where warn_below is not null')).toEqual([
    { warn_below: 1_250_000n },
  ]);
  expect(complaints).toEqual([]);
  await close();
});

test('a code for a new password is asked for again where it holds no more, and not where no mail is sent', async () => {
  const { page, go, close } = await open();
  await go('/reset?email=nobody%40example.com&token=gone');
  await page.getByRole('textbox', { name: 'New password' }).fill('another password');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('alert').getByText('Ask for another').waitFor();
  await page.getByRole('link', { name: 'Ask for another code' }).click();
  await page.getByLabel('E-mail address').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send a code' }).click();
  await page.getByText('If a user has nobody@example.com').waitFor();
  await page.getByLabel('Code').waitFor();

  await page.route('**/api/status', async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { success: true, data: { ...data, email_enabled: false } } });
  });
  await go('/reset');
  await page.getByText('No e-mail is sent here').waitFor();
  expect(await page.getByRole('button', { name: 'Send a code' }).count()).toBe(0);
  await close();
});

test('at an address without a name the console says where passkeys work', async () => {
  const { page, signIn, close } = await open();
  await page.goto(`${world.baseUrl}/console/sign-in`);
  const there = page.getByRole('link', { name: `${consoleOf(world)}/sign-in` });
  await there.waitFor();
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
  await there.click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();

  await page.goto(`${world.baseUrl}/console/sign-in?next=/account/security`);
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(root.username, root.password);
  await page.getByRole('link', { name: `${consoleOf(world)}/account/security` }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  await close();
});

test('what root writes is read as text, by whoever comes', async () => {
  const { page, go, complaints, close } = await enter(root);
  await go('/settings');
  const [welcome, about] = ['<b>Welcome</b> to <img src=x onerror=alert(1)>', 'Run by olive.'];
  await page.getByRole('textbox', { name: 'Welcome' }).fill(welcome);
  await page.getByRole('textbox', { name: 'About' }).fill(about);
  // What is looked at again after that cannot be had: what stands there stays.
  await page.route('**/api/option', (route) =>
    route.request().method() === 'GET' ? route.fulfill(refusal) : route.continue(),
  );
  const refused = page.waitForResponse((answer) => answer.status() === 400);
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('The settings were saved.').waitFor();
  await refused;
  await settle(page);
  expect(await page.getByRole('textbox', { name: 'About' }).inputValue()).toBe(about);
  complaints.length = 0;
  await go('/');
  await page.getByText(welcome).waitFor();
  await signOut(page);
  await page.getByText(welcome).waitFor();
  await page.getByRole('link', { name: 'About' }).click();
  await page.getByText(about).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test('nobody may register where what else was to hold for them is refused', async () => {
  const { page, go, close } = await enter(root);
  await go('/settings');
  await page.getByRole('switch', { name: 'People may register' }).press('Space');
  await page.getByRole('combobox', { name: 'E-mail domains' }).fill('no domain');
  await page.getByRole('button', { name: 'Save' }).nth(1).click();
  await page.getByRole('alert').getByText('must be a domain').waitFor();
  const status = Object(await (await fetch(`${world.baseUrl}/api/status`)).json());
  expect(status.data.registration).toBe(false);
  await close();
});

test('an administrator gives a user budgets and a soft limit', async () => {
  const { page, go, close } = await enter(root);
  await go('/users');
  await page.getByRole('button', { name: 'New user' }).click();
  const form = page.getByRole('dialog', { name: 'New user' });
  await form.getByLabel('Username').fill(bounded.username);
  await form.getByRole('textbox', { name: 'Password' }).fill(bounded.password);
  await form.getByLabel('Give notice when').fill('80');
  await form.getByLabel('Per day').fill('1.5');
  await form.getByRole('button', { name: 'New user' }).click();
  await page.getByText('The user was made.').waitFor();
  const [row] = await world.sql(
    `select budgets, soft_limit_percent from account.users where username = '${bounded.username}'`,
  );
  expect(row).toEqual({
    budgets: [{ every: 'day', units: 750_000, timeZone: 'UTC' }],
    soft_limit_percent: 80,
  });
  await close();
});

/** Has an administrator make a code for $1.50, where browsers have no clipboard: at an address without https. */
async function makeCode(): Promise<string> {
  const { page, go, close } = await enter(root);
  await page.addInitScript(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
  await go('/codes');
  await page.getByRole('button', { name: 'New codes' }).click();
  const panel = page.getByRole('dialog', { name: 'New codes' });
  await panel.getByLabel('Name').fill('gift');
  const isTypedLost = page.getByRole('dialog', { name: 'Close without saving?' });
  await page.keyboard.press('Escape');
  await isTypedLost.waitFor();
  await page.keyboard.press('Escape');
  await isTypedLost.waitFor({ state: 'detached' });
  expect(await panel.getByLabel('Name').inputValue()).toBe('gift');

  await panel.getByLabel('Worth').fill('1.5');
  await panel.getByRole('button', { name: 'New codes' }).click();
  await panel.getByRole('button', { name: 'Copy' }).click();
  await panel.getByRole('button', { name: 'Copied' }).waitFor();
  await page.keyboard.press('Escape');
  const isShownLost = page.getByRole('dialog', { name: 'Have you kept it?' });
  await isShownLost.getByRole('button', { name: 'Cancel' }).click();
  await panel.getByRole('button', { name: 'I have kept them' }).click();
  const keyword = page.getByRole('textbox', { name: 'Name or code' });
  await keyword.focus();
  await page.keyboard.press('Control+V');
  const code = await keyword.inputValue();
  await close();
  return code;
}

test('codes whose answer was lost are made once, and shown when they are asked for again', async () => {
  const { page, go, close } = await enter(root);
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/api/redemption', loseAnswer, { times: 1 });
  await go('/codes');
  await page.getByRole('button', { name: 'New codes' }).click();
  const panel = page.getByRole('dialog', { name: 'New codes' });
  await panel.getByLabel('Name').fill('lost on the way');
  await panel.getByLabel('Worth').fill('1');
  await panel.getByLabel('Good until').selectOption('7');
  await panel.getByRole('button', { name: 'New codes' }).click();
  await panel.getByRole('alert').waitFor();
  await panel.getByRole('button', { name: 'New codes' }).click();
  await panel.getByRole('button', { name: 'I have kept them' }).click();
  await rowOf(page, 'Codes', 'lost on the way').first().waitFor();
  expect(await rowOf(page, 'Codes', 'lost on the way').count()).toBe(1);
  await close();
});

test('a budget below nothing is refused where it was typed, and not saved as one of nothing', async () => {
  const { page, go, close } = await enter(root);
  await go('/users');
  await page.getByRole('button', { name: 'New user' }).click();
  await page.getByLabel('Username').fill('below');
  await page.getByRole('textbox', { name: 'Password' }).fill('a password of theirs');
  await page.getByLabel('Per day').pressSequentially('-3');
  const dialog = page.getByRole('dialog', { name: 'New user' });
  await dialog.getByRole('button', { name: 'New user' }).click();
  await dialog.getByText('From $0.000002 to $1,000,000,000.00.').waitFor();
  expect(await page.getByLabel('Per day').inputValue()).toContain('-');
  expect(await world.sql("select 1 as found from account.users where username = 'below'")).toEqual([]);
  await close();
});

test('a code is kept when it is made, and redeemed; what is left is told, also while nobody can say it anew', async () => {
  const { page, go, close } = await enter(bounded);
  await go('/account');
  await page.getByText('This day (UTC)').waitFor();
  await page.getByRole('definition').filter({ hasText: '$0.00 of $1.50' }).waitFor();
  const code = page.getByRole('textbox', { name: 'Redemption code' });
  await code.fill('no such code');
  await page.getByRole('button', { name: 'Redeem the code' }).click();
  await page.getByRole('alert').waitFor();
  expect(await code.inputValue()).toBe('no such code');
  await code.fill(` ${await makeCode()} `);
  await page.getByRole('button', { name: 'Redeem the code' }).click();
  await page.getByText('$1.50 was added to your balance.').waitFor();
  await page
    .getByRole('definition')
    .filter({ hasText: /^\$1\.50$/ })
    .waitFor();

  await page.route('**/api/user/self', (route) => route.fulfill(refusal));
  const refused = page.waitForResponse((answer) => answer.status() === 400);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await refused;
  await settle(page);
  await page.getByText('$1.50 is left.').waitFor();
  await close();
});

test('a passkey is made, and signs in without a password', async () => {
  const { page, go, close } = await enter(root);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await go('/account/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('the desk');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('table', { name: 'Passkeys' }).getByText('the desk').waitFor();

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).getByText('Use a passkey').click();
  await dialog.getByLabel('Name').fill('the desk again');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await dialog.getByRole('alert').getByText('has a passkey of yours already').waitFor();
  await go('/account/security');
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('button', { name: `Account of ${root.username}` }).waitFor();
  await close();
});

test('a code is asked for at the sign-in after two-factor was turned on', async () => {
  const { page, go, signIn, close } = await enter(tove);
  await go('/account/security');
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor sign-in' });
  const secret = /[A-Z2-7]{16,}/.exec((await dialog.textContent()) ?? '')?.[0] ?? '';
  await dialog.getByRole('textbox', { name: 'Code' }).fill(totp(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const backup = page.getByRole('dialog', { name: 'Your backup codes' });
  await backup.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('10 backup codes left').waitFor();
  await signOut(page);

  await signIn(tove.username, tove.password);
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('alert').waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/sign-in');
  await page.getByRole('textbox', { name: 'Code' }).fill(totp(secret, 1));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: `Account of ${tove.username}` }).waitFor();
  await close();
});
