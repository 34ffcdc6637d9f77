/** Files on their way through: uploads to the media service, and public files and results from it. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { fault } from '@headgate/proto/faults';
import { faultHeader, writeFault } from '@headgate/proto/internal-headers';
import { boundPort, listen } from '@headgate/runtime/operations';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../testing/world.ts';

const key = 'u/20261121/0123456789abcdef0123456789abcdef.png';
let serve: (request: IncomingMessage, response: ServerResponse) => void;
const media = createServer((asked, response) => serve(asked, response));
let world: World;
beforeAll(async () => {
  await listen(media, { host: '127.0.0.1', port: 0 });
  world = await startWorld({ mediaHttpAddress: `127.0.0.1:${boundPort(media)}` });
});
afterAll(async () => {
  await world.stop();
  media.closeAllConnections();
  media.close();
});

const upload = () => `${world.url}/api/upload/put/the-token`;
const file = () => `${world.url}/files/${key}`;

function refuse(status: 403 | 404) {
  return (_request: IncomingMessage, response: ServerResponse) => {
    const refusal = fault('invalid_request', { status, message: 'No such thing.' });
    response.writeHead(status, { [faultHeader]: writeFault(refusal), 'content-length': 0 }).end();
  };
}

describe('what the media service hears', () => {
  it('of an upload is its token, its type and its length, and nothing else of the client', async () => {
    let heard: IncomingMessage | undefined;
    let body = '';
    serve = async (asked, response) => {
      heard = asked;
      for await (const part of asked) body += part;
      response.writeHead(200, { 'content-type': 'application/json', etag: '"x"' }).end('{"success":true}');
    };
    const headers = {
      'content-type': 'image/png',
      cookie: 'session=secret',
      authorization: 'Bearer sk-good',
    };
    const answer = await fetch(upload(), { method: 'PUT', headers, body: 'the file' });
    expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([
      200,
      '{"success":true}',
      '"x"',
    ]);
    expect([heard?.method, heard?.url, body]).toEqual(['PUT', '/uploads/the-token', 'the file']);
    expect(heard?.headers).toEqual({
      host: expect.any(String),
      connection: expect.any(String),
      'content-type': 'image/png',
      'content-length': '8',
    });
  });

  const body = 'DELETE /uploads/t HTTP/1.1\r\nhost: media\r\n\r\n';
  it.each([{ 'content-length': `${body.length}` }, { 'transfer-encoding': 'chunked' }])(
    'of a file with a body that nobody asked for is one request: %j',
    async (framing) => {
      const heard: string[] = [];
      serve = async (asked, response) => {
        let said = `${asked.method} ${asked.url} `;
        for await (const part of asked) said += part;
        heard.push(said);
        response.end('the file');
      };
      const asking = request(file(), { headers: { ...framing } });
      asking.end(body);
      const [answer] = await once(asking, 'response');
      expect([answer.statusCode, await text(answer)]).toEqual([200, 'the file']);
      expect(heard).toEqual([`GET /files/${key} ${body}`]);
    },
  );

  it('of a file is its key, and which part is wanted', async () => {
    let heard: IncomingMessage | undefined;
    serve = (asked, response) => {
      heard = asked;
      response.writeHead(206, { 'content-range': 'bytes 0-0/9', 'x-vendor': 'secret' }).end('x');
    };
    const answer = await fetch(file(), { headers: { range: 'bytes=0-0', cookie: 'session=secret' } });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, 'bytes 0-0/9']);
    expect(answer.headers.has('x-vendor')).toBe(false);
    expect([heard?.url, heard?.headers.range, heard?.headers.cookie]).toEqual([
      `/files/${key}`,
      'bytes=0-0',
      undefined,
    ]);
  });
});

it('a result that the client has already is not sent again', async () => {
  let known: string | undefined;
  serve = (asked, response) => {
    known = asked.headers['if-none-match'];
    response.writeHead(304, { etag: '"x"' }).end();
  };
  const answer = await fetch(`${world.url}/mj/image/abc`, { headers: { 'if-none-match': '"x"' } });
  expect([answer.status, answer.headers.get('etag'), known]).toEqual([304, '"x"', '"x"']);
});

describe('a page of another site', () => {
  it.each([
    [upload, 'PUT'],
    [file, 'GET, HEAD'],
  ])('may use it: %s', async (url, methods) => {
    const answer = await fetch(url(), { method: 'OPTIONS', headers: { origin: 'https://elsewhere.test' } });
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': methods,
    });
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
  });

  it('reads refusals too, in the words of the route', async () => {
    serve = refuse(403);
    const refused = await fetch(upload(), { method: 'PUT', body: 'x' });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, '*']);
    expect(await refused.json()).toEqual({ success: false, message: 'No such thing.' });
    serve = refuse(404);
    const missing = await fetch(file());
    expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
    expect(await missing.json()).toMatchObject({ error: { message: 'No such thing.' } });
  });
});

const part = Buffer.alloc(256 * 1024);
const wholeBytes = 96 * 1024 * 1024;
/** What sockets and streams between the two ends hold, and more. */
const mostHeldBytes = 48 * 1024 * 1024;

/** Waits until a number no longer grows. */
async function standsStill(read: () => number): Promise<number> {
  let last = -1;
  let same = 0;
  await waitFor(() => {
    same = read() === last ? same + 1 : 0;
    last = read();
    return same === 5 && last > 0;
  }, 'nothing more is taken');
  return last;
}

describe('200 MB', () => {
  it('that nobody takes are not held: the client waits', async () => {
    let taken: Promise<number> | undefined;
    let take: () => void = () => undefined;
    serve = (asked, response) => {
      taken = new Promise<void>((resolve) => (take = resolve)).then(async () => {
        let size = 0;
        for await (const bytes of asked) size += bytes.length;
        response.writeHead(200).end();
        return size;
      });
    };
    const client = request(upload(), { method: 'PUT', headers: { 'content-length': String(wholeBytes) } });
    let sentBytes = 0;
    const sending = (async () => {
      for (; sentBytes < wholeBytes; sentBytes += part.length)
        if (!client.write(part)) await once(client, 'drain');
      client.end();
    })();
    expect(await standsStill(() => sentBytes)).toBeLessThan(mostHeldBytes);
    take();
    const [answer] = await once(client, 'response');
    await sending;
    expect([answer.statusCode, await taken]).toEqual([200, wholeBytes]);
    answer.resume();
  });

  it('that the client does not read are not held: the media service waits', async () => {
    let sentBytes = 0;
    serve = async (_asked, response) => {
      response.writeHead(200, { 'content-length': String(wholeBytes) });
      for (; sentBytes < wholeBytes; sentBytes += part.length)
        if (!response.write(part)) await once(response, 'drain');
      response.end();
    };
    const client = request(file()).end();
    const [answer] = await once(client, 'response');
    expect(await standsStill(() => sentBytes)).toBeLessThan(mostHeldBytes);
    let size = 0;
    for await (const bytes of answer) size += bytes.length;
    expect(size).toBe(wholeBytes);
  });
});

it('whoever leaves takes the upload along', async () => {
  const left = new Promise<void>((resolve) => {
    serve = (asked) => {
      asked.once('close', resolve);
      asked.once('error', () => undefined);
      asked.once('data', () => client.destroy());
    };
  });
  const client = request(upload(), { method: 'PUT', headers: { 'content-length': '1000' } });
  client.on('error', () => undefined);
  client.write('begun');
  await left;
});
