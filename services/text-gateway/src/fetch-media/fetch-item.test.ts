import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { boundPort, listen } from '@headgate/runtime/operations';
import { readAllowList } from '@headgate/runtime/outbound/allow-list';
import { createFetchPolicy } from '@headgate/runtime/outbound/fetch-policy';
import { createOpenHop, type OpenHop } from '@headgate/runtime/outbound/open-hop';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FetchOrder, fetchItem } from './fetch-item.ts';
import type { Grow } from './read-media.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
let serve: (request: IncomingMessage, response: ServerResponse) => void;
let calls: IncomingMessage[];
/** What the name has, each time that it is asked for; at the end it stays. */
let addresses: string[][];
const server = createServer((request, response) => {
  calls.push(request);
  serve(request, response);
});
beforeAll(() => listen(server, { host: '127.0.0.1', port: 0 }));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  calls = [];
  addresses = [['127.0.0.1']];
  serve = sending('image/png', png);
});

const never = new AbortController().signal;
const order: FetchOrder = { kind: 'image', grow: () => undefined, signal: never };

/** The one address of the server counts as public; all others of its network do not. */
function fetchFrom(text: string, more: Partial<FetchOrder> = {}) {
  const port = boundPort(server);
  const policy = createFetchPolicy(readAllowList('127.0.0.1/32'), new Set([port]));
  const resolve = async () => (addresses.length > 1 ? addresses.shift() : addresses[0]) ?? [];
  const tools = { policy, resolve, open: openInTheOpen };
  return fetchItem(new URL(text.replace('PORT', String(port))), tools, { ...order, ...more });
}

/** The server has no certificate: what is asked for in secret is brought in the open. */
function openInTheOpen(...[url, ...rest]: Parameters<OpenHop>) {
  return createOpenHop()(new URL(url.href.replace(/^https:/, 'http:')), ...rest);
}

function sending(contentType: string, bytes: Buffer) {
  return (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': contentType }).end(bytes);
  };
}

/** Leads from each path to the next, then sends. */
function leading(...ways: string[]) {
  return (request: IncomingMessage, response: ServerResponse) => {
    const location = ways[Number(request.url?.slice(1) || '0')];
    if (location === undefined) return sending('image/png', png)(request, response);
    response.writeHead(302, { location: location.replace('PORT', String(boundPort(server))) }).end();
  };
}

test('a fetch says who asks for what, and nothing of the client', async () => {
  expect(await fetchFrom('http://media.test:PORT/a.png?sig=1#here')).toEqual({
    mediaType: 'image/png',
    base64: png.toString('base64'),
  });
  expect(calls.map(({ url }) => url)).toEqual(['/a.png?sig=1']);
  expect(Object.keys(calls[0]?.headers ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ]);
  expect(calls[0]?.headers['user-agent']).toBe('headgate');
});

describe('addresses', () => {
  test('a name is asked for once: the connection goes to what was checked', async () => {
    addresses = [['127.0.0.1'], ['127.0.0.2']];
    expect(await fetchFrom('http://media.test:PORT/')).toMatchObject({ mediaType: 'image/png' });
    expect(calls.map(({ socket }) => socket.localAddress)).toEqual(['127.0.0.1']);
  });

  test.each([
    [['127.0.0.1', '127.0.0.2']],
    [['127.0.0.1', '::1']],
    [['169.254.169.254']],
    [['::ffff:127.0.0.1']],
    [[]],
  ])('a name at %j is not fetched', async (found) => {
    addresses = [found];
    expect(await fetchFrom('http://media.test:PORT/')).toEqual({ failure: 'not_public' });
    expect(calls).toEqual([]);
  });

  test.each([
    '127.0.0.2',
    '2130706434',
    '0x7f.2',
    '0177.0.0.2.',
    '[::1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
  ])('a host %s is not asked for by name, and not fetched', async (host) => {
    addresses = [['127.0.0.1']];
    expect(await fetchFrom(`http://${host}:PORT/`)).toEqual({ failure: 'not_public' });
    expect(calls).toEqual([]);
  });

  test('nobody listens', async () => {
    addresses = [['127.0.0.1']];
    serve = (request) => void request.socket.destroy();
    expect(await fetchFrom('http://media.test:PORT/')).toEqual({ failure: 'unreachable' });
  });
});

describe('redirects', () => {
  test('three are followed', async () => {
    serve = leading('/1', '2', 'http://media.test:PORT/3');
    expect(await fetchFrom('http://media.test:PORT/0')).toMatchObject({ mediaType: 'image/png' });
    expect(calls).toHaveLength(4);
  });

  test('four are not', async () => {
    serve = leading('/1', '/2', '/3', '/4');
    expect(await fetchFrom('http://media.test:PORT/0')).toEqual({ failure: 'redirected' });
    expect(calls).toHaveLength(4);
  });

  test.each([
    ['http://127.0.0.2:PORT/1', 'not_public'],
    ['http://[::1]:PORT/1', 'not_public'],
    ['http://127.0.0.1:1/1', 'bad_url'],
    ['http://user@127.0.0.1:PORT/1', 'bad_url'],
    ['file:///etc/passwd', 'bad_url'],
  ])('%s is checked anew', async (location, failure) => {
    serve = leading(location);
    expect(await fetchFrom('http://media.test:PORT/0')).toEqual({ failure });
    expect(calls).toHaveLength(1);
  });

  test('a name is asked for anew, and may have moved inside', async () => {
    addresses = [['127.0.0.1'], ['127.0.0.2']];
    serve = leading('/1');
    expect(await fetchFrom('http://media.test:PORT/0')).toEqual({ failure: 'not_public' });
    expect(calls).toHaveLength(1);
  });

  test.each([
    ['http:', 'http:', undefined],
    ['http:', 'https:', undefined],
    ['https:', 'https:', undefined],
    ['https:', 'http:', 'redirected'],
  ])('from %s to %s: %s', async (from, to, failure) => {
    serve = leading(`${to}//media.test:PORT/1`);
    const result = await fetchFrom(`${from}//media.test:PORT/0`);
    expect('failure' in result ? result.failure : undefined).toBe(failure);
    expect(calls).toHaveLength(failure ? 1 : 2);
  });
});

describe('what comes', () => {
  const jpeg = Buffer.from('ffd8ffe000104a46', 'hex');
  const pdf = Buffer.from('%PDF-1.7\n');
  test.each([
    ['image', 'image/PNG; charset=binary', png, 'image/png'],
    ['image', 'image/jpeg', jpeg, 'image/jpeg'],
    ['image', 'image/jpg', jpeg, 'image/jpeg'],
    ['image', 'image/gif', Buffer.from('GIF89a'), 'image/gif'],
    ['image', 'image/webp', Buffer.from('RIFF\0\0\0\0WEBP'), 'image/webp'],
    ['file', 'application/pdf', pdf, 'application/pdf'],
    ['file', 'image/png', png, 'image/png'],
    ['image', 'application/pdf', pdf, undefined],
    ['image', 'image/png; lying', jpeg, undefined],
    ['image', 'image/png; empty', Buffer.alloc(0), undefined],
    ['image', 'image/svg+xml', Buffer.from('<svg/>'), undefined],
    ['image', 'text/html', png, undefined],
    ['image', '', png, undefined],
    ['file', 'text/plain', Buffer.from('secret'), undefined],
  ] as const)('%s of type "%s"', async (kind, contentType, bytes, mediaType) => {
    serve = sending(contentType, bytes);
    const result = await fetchFrom('http://media.test:PORT/', { kind });
    expect(result).toEqual(
      mediaType ? { mediaType, base64: bytes.toString('base64') } : { failure: 'bad_type' },
    );
  });

  test.each([204, 206, 304, 404, 500])('a status of %i is an error', async (status) => {
    serve = (_request, response) => response.writeHead(status, { 'content-type': 'image/png' }).end();
    expect(await fetchFrom('http://media.test:PORT/')).toEqual({ failure: 'bad_status' });
  });

  test('too much is cut while it comes, whatever its head said', async () => {
    const grow: Grow = (itemBytes) => (itemBytes > 100_000 ? 'too_large' : undefined);
    const cut = new Promise<void>((resolve) => {
      serve = (_request, response) => {
        response.writeHead(200, { 'content-type': 'image/png' });
        response.once('close', resolve);
        const pour = (): void => {
          while (!response.destroyed && response.write(png));
        };
        response.on('drain', pour);
        pour();
      };
    });
    expect(await fetchFrom('http://media.test:PORT/', { grow })).toEqual({ failure: 'too_large' });
    await cut;
  });

  test('less than was promised is nothing', async () => {
    serve = (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': '1000' }).write(png);
      setImmediate(() => response.destroy());
    };
    expect(await fetchFrom('http://media.test:PORT/')).toEqual({ failure: 'unreachable' });
  });
});

describe('who waits too long', () => {
  test.each([
    ['for a head', false],
    ['for the rest', true],
  ])('%s is told', async (_what, hasHead) => {
    serve = (_request, response) => {
      if (hasHead) response.writeHead(200, { 'content-type': 'image/png' }).write(png);
    };
    const signal = AbortSignal.timeout(150);
    expect(await fetchFrom('http://media.test:PORT/', { signal })).toEqual({ failure: 'too_late' });
  });

  test('and leaves takes the fetch along', async () => {
    const client = new AbortController();
    const cut = new Promise<void>((resolve) => {
      serve = (request) => {
        request.socket.once('close', () => resolve());
        client.abort();
      };
    });
    expect(await fetchFrom('http://media.test:PORT/', { signal: client.signal })).toEqual({
      failure: 'gone',
    });
    await cut;
  });
});
