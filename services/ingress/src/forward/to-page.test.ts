/** Pages of the console on their way through. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { boundPort, listen } from '@headgate/runtime/operations';
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendRaw } from '../testing/raw-http.ts';
import { startWorld, type World } from '../testing/world.ts';

let serve: (request: IncomingMessage, response: ServerResponse) => void;
const pages = createServer((asked, response) => serve(asked, response));
let world: World;
beforeAll(async () => {
  await listen(pages, { host: '127.0.0.1', port: 0 });
  world = await startWorld({ consoleHttpAddress: `127.0.0.1:${boundPort(pages)}` });
});
afterAll(async () => {
  await world.stop();
  pages.closeAllConnections();
  pages.close();
});

it.each(['/', '/console', '/console/', '/console/logs', '/console/assets/a-1.js'])(
  'the console hears that %s is wanted, and nothing of who wants it',
  async (path) => {
    let heard: IncomingMessage | undefined;
    serve = (asked, response) => {
      heard = asked;
      response.end('a page');
    };
    const answer = await request(world.url)
      .get(`${path}?model=secret`)
      .set({ cookie: 'session=secret', authorization: 'Bearer sk-secret', 'accept-encoding': 'br' });
    expect([answer.status, answer.text]).toEqual([200, 'a page']);
    expect(heard?.url).toBe(path);
    expect(heard?.headers).toEqual({
      host: expect.any(String),
      // One that is kept may be closed just as it is used.
      connection: 'close',
      'accept-encoding': 'br',
    });
  },
);

it('the root with a slash too many is the root, and no address of another host', async () => {
  let url: string | undefined;
  serve = (asked, response) => {
    url = asked.url;
    response.end('a page');
  };
  const answer = await sendRaw(world.port, 'GET // HTTP/1.1\r\nhost: a\r\n\r\n');
  expect([answer.status, url]).toEqual([200, '/']);
});

it('the browser gets what is said of the page, and nothing else', async () => {
  const said = {
    'cache-control': 'no-cache',
    'content-encoding': 'identity',
    'content-security-policy': "default-src 'none'",
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=()',
    vary: 'accept-encoding',
    'x-frame-options': 'DENY',
  };
  serve = (_asked, response) => {
    response.writeHead(200, { ...said, server: 'console-0', 'set-cookie': 'a=b' }).end('a page');
  };
  const { headers } = await request(world.url).get('/console/');
  expect(headers).toMatchObject(said);
  expect(headers.server).toBeUndefined();
  expect(headers['set-cookie']).toBeUndefined();
});

it('a redirect is the browser’s to follow', async () => {
  serve = (_asked, response) => response.writeHead(302, { location: '/console/' }).end();
  const answer = await request(world.url).get('/').redirects(0);
  expect([answer.status, answer.headers.location]).toEqual([302, '/console/']);
});

it('what is no page stays unknown', async () => {
  serve = (_asked, response) => response.end('a page');
  for (const path of ['/favicon.ico', '/consoles', '/index.html', '/assets/a-1.js'])
    expect((await request(world.url).get(path)).status).toBe(404);
  expect((await request(world.url).post('/console/')).status).toBe(404);
});
