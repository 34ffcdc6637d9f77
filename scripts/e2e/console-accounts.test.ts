/** How people come in: the first of all, with a second factor, through a provider, and by a passkey. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuration } from './testing/configuration.ts';
import { consoleOf, headingOf, openConsole, type Person } from './testing/console-person.ts';
import { type OidcIssuer, startOidcIssuer } from './testing/oidc-issuer.ts';
import { shareBrowser } from './testing/share-browser.ts';
import { totp } from './testing/totp.ts';
import { startWorld, type World } from './testing/world.ts';

const root = { username: 'olive', password: 'a password of her own' };
const tove = { username: 'tove', password: 'a password of theirs' };
const withoutUsers = configuration.slice(0, configuration.indexOf('\nusers:'));

const browser = shareBrowser();
let world: World;
let issuer: OidcIssuer;
beforeAll(async () => {
  world = await startWorld(withoutUsers, {
    hasConsole: true,
    env: { ingress: { HEADGATE_LOGIN_LIMIT: '100', HEADGATE_PUBLIC_URL: '' } },
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
});

const open = () => openConsole(browser(), world);

async function enter({ username, password }: typeof root): Promise<Person> {
  const person = await open();
  await person.go('/sign-in');
  await person.signIn(username, password);
  await headingOf(person.page, 'Home').waitFor();
  return person;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
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
  await page.getByRole('textbox').first().fill('grace');
  await page.locator('input[name="password"]').fill('any');
  await page.getByRole('button').click();
  await page.getByRole('button').click();
  await headingOf(page, 'Logs').waitFor();
  await page.getByRole('button', { name: 'Account of grace of the issuer' }).waitFor();
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
