import type { CookieClient } from './cookie-client.ts';

/**
 * Signs in on the pages of an OpenID provider, agrees, and stops where the provider sends people back to.
 * @param url where the gateway sent the browser.
 * @returns the address that it is sent back to, not asked yet.
 */
export async function consent(client: CookieClient, url: string | URL, name: string): Promise<URL> {
  const { origin } = new URL(url);
  let at = new URL(url);
  let response = await client.ask(at);
  for (let steps = 0; steps < mostSteps; steps += 1) {
    const location = response.headers.get('location');
    if (location !== null) {
      at = new URL(location, at);
      if (at.origin !== origin) return at;
      response = await client.ask(at);
      continue;
    }
    const page = await response.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (prompt === undefined)
      throw new Error(`${at.pathname} answered ${response.status} and no form: ${page}`);
    response = await client.ask(at, { form: { prompt, login: name, password: 'any' } });
  }
  throw new Error('the provider asks on and on');
}

const mostSteps = 20;
