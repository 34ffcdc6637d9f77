/** What a browser does with cookies and redirects, and nothing else that it does. */
export interface CookieClient {
  /** Asks without going where it is sent. */
  ask(url: string | URL, options?: AskOptions): Promise<Response>;
  /** Asks, and reads the answer of a session route. */
  json(url: string | URL, options?: AskOptions): Promise<SessionAnswer>;
  /** Asks, and goes where it is sent, until it is sent nowhere; says where that is. */
  follow(url: string | URL, options?: AskOptions): Promise<{ url: URL; response: Response }>;
  /** The value of a cookie that a site set; undefined: none. */
  cookie(url: string, name: string): string | undefined;
}

export interface SessionAnswer {
  success: boolean;
  message: string;
  data?: unknown;
}

interface AskOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  json?: unknown;
  form?: Record<string, string>;
}

interface Cookie {
  origin: string;
  path: string;
  name: string;
  value: string;
}

const mostRedirects = 20;

export function createCookieClient(): CookieClient {
  const jar = new Map<string, Cookie>();

  function keep(from: URL, header: string): void {
    const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
    const [name = '', value = ''] = splitOnce(pair);
    const settings = new Map(
      attributes.map((text) => [text.split('=')[0]?.toLowerCase(), splitOnce(text)[1]]),
    );
    const cookie = { origin: from.origin, path: settings.get('path') ?? '/', name, value };
    const expires = settings.get('expires');
    const isOver = value === '' || (expires !== undefined && Date.parse(expires) <= Date.now());
    const key = `${cookie.origin} ${cookie.path} ${name}`;
    if (isOver) jar.delete(key);
    else jar.set(key, cookie);
  }

  const cookiesFor = ({ origin, pathname }: URL): Cookie[] =>
    [...jar.values()].filter((cookie) => cookie.origin === origin && pathname.startsWith(cookie.path));

  const client: CookieClient = {
    async ask(address, { method, json, form } = {}) {
      const url = new URL(address);
      const cookies = cookiesFor(url).map(({ name, value }) => `${name}=${value}`);
      const body = form ? new URLSearchParams(form) : json === undefined ? undefined : JSON.stringify(json);
      const response = await fetch(url, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        redirect: 'manual',
        headers: {
          ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
      });
      for (const header of response.headers.getSetCookie()) keep(url, header);
      return response;
    },
    json: async (url, options) => readJson(await client.ask(url, options)),
    async follow(address, options) {
      let url = new URL(address);
      let response = await client.ask(url, options);
      for (let count = 0; count < mostRedirects; count += 1) {
        const location = response.headers.get('location');
        if (location === null) return { url, response };
        url = new URL(location, url);
        response = await client.ask(url);
      }
      throw new Error(`${url.origin} sends on and on`);
    },
    cookie: (address, name) => cookiesFor(new URL(address)).find((cookie) => cookie.name === name)?.value,
  };
  return client;
}

/** The answer of a session route; throws where it is none. */
export async function readJson(response: Response): Promise<SessionAnswer> {
  const body: unknown = await response.json();
  if (!isSessionAnswer(body))
    throw new Error(`this is no answer of a session route: ${JSON.stringify(body)}`);
  return body;
}

function isSessionAnswer(value: unknown): value is SessionAnswer {
  return typeof value === 'object' && value !== null && 'success' in value && 'message' in value;
}

function splitOnce(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
}
