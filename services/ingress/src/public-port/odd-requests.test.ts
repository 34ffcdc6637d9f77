/** Requests that are no proper use of HTTP, or of a path, on every row of the route table. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Carrier, Route } from '../routes/route.ts';
import { routes } from '../routes/routes.ts';
import { type RawAnswer, sendRaw } from '../testing/raw-http.ts';
import { kindOf, methodsAt, pathOf, plainPath, rowName } from '../testing/row-kind.ts';
import { withoutId } from '../testing/without-id.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let relays = 0;

beforeAll(async () => {
  world = await startWorld();
  // One place only: a request that kept it would shut out the next.
  world.account.put('sk-good', { concurrency: 1 });
});
beforeEach(() => {
  relays = world.text.relays.length;
});
afterAll(() => world.stop());

const authorization = 'authorization: Bearer sk-good\r\n';

interface Line {
  method?: string;
  target?: string;
  headers?: string;
}

function ask(route: Route, { method = route.method, target = pathOf(route), headers = '' }: Line) {
  const head = `${method} ${target} HTTP/1.1\r\n${headers.includes('host:') ? '' : 'host: a\r\n'}`;
  return sendRaw(world.port, `${head}${headers || authorization}\r\n`, { isHead: method === 'HEAD' });
}

/** What came for each is the answer of the row itself. */
async function expectServed(route: Route, lines: readonly Line[]): Promise<void> {
  const plain = await ask(route, {});
  for (const line of lines) {
    const { status, body } = await ask(route, line);
    expect({ status, body: withoutId(body) }, JSON.stringify(line).slice(0, 100)).toEqual({
      status: plain.status,
      body: withoutId(plain.body),
    });
  }
  relays = world.text.relays.length;
}

/** Node refuses by itself what its parser cannot read: no words, and the connection ends. */
async function expectBare(status: number, route: Route, line: Line): Promise<void> {
  const answer = await ask(route, line);
  expect(answer, JSON.stringify(line).slice(0, 100)).toEqual({
    status,
    headers: { connection: 'close' },
    body: '',
  });
}

function expectInvalidUrl(answer: RawAnswer, method: string, path: string): void {
  expect(answer.status, `${method} ${path}`).toBe(404);
  expect(answer.headers['content-type']).toBe('application/json');
  const message = `Invalid URL (${method} ${path})`;
  const error = { message, type: 'invalid_request_error', param: '', code: '' };
  const isSession = path.startsWith('/api/');
  const body = JSON.stringify(isSession ? { success: false, message } : { error });
  expect(answer.body).toBe(method === 'HEAD' ? '' : body);
}

/** Two keys in one carrier. */
function twice(route: Route, carrier: Carrier, second: string): Line {
  if (carrier === 'query key') return { target: `${pathOf(route)}?key=sk-good&key=${second}` };
  const scheme = carrier === 'authorization' ? 'Bearer ' : '';
  return { headers: `${carrier}: ${scheme}sk-good\r\n${carrier}: ${second && scheme + second}\r\n` };
}

/** The next request is served, and it is the only one that has reached the gateway. */
afterEach(async () => {
  const next = await fetch(`${world.url}/v1/models`, { headers: { authorization: 'Bearer sk-good' } });
  expect({ status: next.status, body: await next.text() }).toEqual({ status: 200, body: '{"ok":true}' });
  expect(world.text.relays).toHaveLength(relays + 1);
});

const rows = routes.map((route) => ({ name: rowName(route), route }));

describe('an odd method', () => {
  it.each(rows)('$name', async ({ route }) => {
    const path = pathOf(route);
    const asking = route.isCrossOrigin ? [] : ['OPTIONS'];
    for (const method of ['TRACE', 'PROPFIND', 'PATCH', 'QUERY', 'M-SEARCH', ...asking]) {
      const answer = await ask(route, { method });
      expectInvalidUrl(answer, method, path);
      expect(answer.headers.allow).toBe(methodsAt(route));
    }
  });

  it.each(rows)('HEAD for $name is GET without a body, where there is GET', async ({ route }) => {
    const head = await ask(route, { method: 'HEAD' });
    expect(head.body).toBe('');
    if (!/GET/.test(methodsAt(route))) return expectInvalidUrl(head, 'HEAD', pathOf(route));
    expect(head.status).toBe((await ask(route, { method: 'GET' })).status);
    relays = world.text.relays.length;
  });
});

describe('an odd path', () => {
  const suffixes = ['%00', '%2f', '%zz', '%ff', ';a=b', '%20', 'x'.repeat(2_000)];
  const deeper = ['//', '/.', '/..', '/x'];
  const hasName = (route: Route) => /[*:]/.test(plainPath(route));

  it.each(rows)('$name', async ({ route }) => {
    const path = pathOf(route);
    const unknown = [
      `/${path}`,
      `/%2e%2e${path}`,
      `/..${path}`,
      `/.${path}`,
      `/v1//..${path}`,
      path.toUpperCase(),
    ];
    for (const target of unknown) {
      // The root is what any number of slashes is.
      if (target !== path && target !== '//')
        expectInvalidUrl(await ask(route, { target }), route.method, target);
    }
    const queries = ['?', '?keys=sk-other', '?%zz', `?${'q'.repeat(8_000)}`, '?a=%00&a[]=1'];
    const served = [...queries.map((query) => `${path}${query}`), `http://elsewhere.example${path}`];
    await expectServed(
      route,
      served.map((target) => ({ target })),
    );
  });

  /** Where it ends, another row takes any name. */
  const isAmongNames = ({ path }: Route) =>
    routes.some((other) => other.path.replace(/:[^/]+$/, '') === path.replace(/[^/]+$/, ''));
  const isWhole = ({ route }: { route: Route }) => !hasName(route) && !isAmongNames(route);

  it.each(rows.filter(isWhole))('$name with more behind it', async ({ route }) => {
    const goesOn = routes.some((other) => other.path.startsWith(`${route.path}/`));
    for (const more of [...suffixes, ...(goesOn ? [] : deeper)]) {
      const target = `${pathOf(route)}${more}`;
      expectInvalidUrl(await ask(route, { target }), route.method, target);
    }
  });

  it.each(rows.filter(({ route }) => hasName(route)))(
    '$name with a name in bad escapes',
    async ({ route }) => {
      for (const name of ['%zz', '%ff', '%', '%e2%82']) {
        const path = plainPath(route).replace(/[*:]\w+/, name);
        const answer = await ask(route, { target: pathOf({ ...route, path }) });
        expect(answer.status, name).toBe(400);
        const body = JSON.parse(answer.body);
        const refusal =
          route.envelope === 'session'
            ? { success: false }
            : { error: { code: 'invalid_request', param: '' } };
        expect(body).toMatchObject(refusal);
      }
    },
  );
});

/** No row has a part in it: one of each kind is enough. */
describe('what is no HTTP', () => {
  const oneOfEachKind = [...new Map(rows.map((row) => [kindOf(row.route), row])).values()];

  it.each(oneOfEachKind)('in the line of $name', async ({ route }) => {
    const path = pathOf(route);
    for (const method of [route.method.toLowerCase(), 'BREW', '']) await expectBare(400, route, { method });
    expect(await ask(route, { method: 'CONNECT' })).toMatchObject({ status: 0 });
    for (const target of [path.slice(1), `${path} x`, '', `${path}\u00e9`])
      await expectBare(400, route, { target });
    await expectBare(431, route, { target: `${path}?${'q'.repeat(20_000)}` });
  });

  it.each(oneOfEachKind)('in the headers of $name', async ({ route }) => {
    for (const line of [
      'content-length: -1',
      'content-length: 1e3',
      'content-length: 99999999999999999999',
      'content-length: 2\r\ncontent-length: 3',
      'content-length: 2\r\ntransfer-encoding: chunked',
      'transfer-encoding: gzip',
      'transfer-encoding: chunked, identity',
      'a b: c',
      ': c',
      'a: \0',
      'a',
    ]) {
      await expectBare(400, route, { headers: `${authorization}${line}\r\n` });
    }
    await expectBare(431, route, { headers: `${authorization}a: ${'x'.repeat(20_000)}\r\n` });
    await expectBare(431, route, { headers: `${authorization}${'a: b\r\n'.repeat(5_000)}` });
  });
});

describe('odd headers', () => {
  it.each(rows)('$name', async ({ route }) => {
    const lines = [
      'host: ][',
      'host: a\r\nhost: b',
      'host: ',
      'upgrade: h2c\r\nconnection: upgrade',
      'expect: something',
      'cookie: session',
      'range: x',
    ];
    await expectServed(
      route,
      lines.map((line) => ({ headers: `${authorization}${line}\r\n` })),
    );
  });

  it.each(rows.filter(({ route }) => /^key/.test(route.proof)))('two keys for $name', async ({ route }) => {
    for (const carrier of route.carriers) {
      for (const second of ['sk-good', 'sk-wrong', '']) {
        const answer = await ask(route, twice(route, carrier, second));
        expect(answer.status, `${carrier} ${second}`).toBe(401);
      }
    }
  });
});
