/** What clients get of what vendors send with a result: its bytes, and nothing else. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { fault } from '@headgate/proto/faults';
import { RealtimeOpen } from '@headgate/proto/gen/headgate/text/v1/text';
import { callerHeader, faultHeader, readFault, writeCaller } from '@headgate/proto/internal-headers';
import { boundPort, listen } from '@headgate/runtime/operations';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noteArchived } from '../sql/endings/archive.ts';
import { finishTask } from '../sql/endings/finish-task.ts';
import { drawKey } from '../store/keys.ts';
import { createTestApi } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia, testUser } from '../testing/test-media.ts';
import { refuse } from './refuse.ts';
import { serveResult } from './serve-result.ts';

let media: TestMedia;
let say: (request: IncomingMessage, response: ServerResponse) => void;
let asked: IncomingMessage[];
const vendor = createServer((request, response) => {
  asked.push(request);
  say(request, response);
});
const content = createServer((request, response) => {
  const context = createTestApi(media);
  serveResult(context, request, response, new AbortController().signal).catch((error) => {
    if (response.headersSent) response.destroy();
    else refuse(request, response, error.fault ?? fault('bad_response'));
  });
});
beforeAll(async () => {
  media = await createTestMedia();
  await Promise.all([vendor, content].map((server) => listen(server, { host: '127.0.0.1', port: 0 })));
});
afterAll(async () => {
  for (const server of [vendor, content]) {
    server.closeAllConnections();
    server.close();
  }
  await media.stop();
});
beforeEach(() => {
  asked = [];
});

/** The answer to a download of a film that lies at the vendor's, or is had there for the id of its task. */
async function download(
  headers: Record<string, string> = {},
  { hasUrl = true, isOld = false, picture = '' } = {},
): Promise<Response> {
  const origin = `http://127.0.0.1:${boundPort(vendor)}`;
  const { id, usage } = await media.submitted({ account: { baseUrl: `${origin}/v1`, key: 'old' } });
  const film = { kind: 'video', ...(hasUrl && { url: `${origin}/film.mp4` }) } as const;
  const made = picture === '' ? film : ({ kind: 'image', url: film.url, format: picture } as const);
  const result = { media: [made] };
  await finishTask(media.context.knex, id, media.context.owner, { state: 'succeeded', result, usage });
  if (isOld) await media.endedLongAgo(id);
  const { callerSecret } = createTestApi(media).config;
  const open = RealtimeOpen.fromPartial({
    caller: { userId: testUser },
    expiresAtMs: BigInt(Date.now() + 60_000),
  });
  return fetch(`http://127.0.0.1:${boundPort(content)}/${id}`, {
    headers: { ...headers, [callerHeader]: writeCaller(open, callerSecret) },
  });
}

describe('a part of a result', () => {
  test('beyond its end is refused without the words of its vendor', async () => {
    const words = '<Error><Code>InvalidRange</Code><HostId>bucket.vendor.test</HostId></Error>';
    say = (_request, response) => {
      response.writeHead(416, {
        'content-range': 'bytes */6',
        'content-type': 'application/xml',
        'content-length': words.length,
      });
      response.end(words);
    };
    const answer = await download({ range: 'bytes=9-' });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */6');
    expect(await answer.text()).toBe('');
  });

  test('is asked for where it is one; of several the vendor is not asked, and the whole is sent', async () => {
    say = (_request, response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end('a film');
    await download({ range: 'bytes=2-3' });
    const several = await download({ range: 'bytes=0-1,4-5' });
    expect([several.status, await several.text()]).toEqual([200, 'a film']);
    expect(asked.map(({ headers }) => headers.range)).toEqual(['bytes=2-3', undefined]);
  });
});

test('a result that comes to the store while its vendor is asked for it is served from there', async () => {
  const key = drawKey('r', 'video/mp4');
  const { knex, store } = media.context;
  await store.put(key, [Buffer.from('a film')], { type: 'video/mp4' });
  say = async (_request, response) => {
    const { rows } = await knex.raw('select id from task order by seq desc limit 1');
    await noteArchived(knex, rows[0].id, 0, { key, expiresAt: Date.now() + 60_000 });
    response.writeHead(404).end();
  };
  const answer = await download({ range: 'bytes=2-' });
  expect([answer.status, await answer.text()]).toEqual([206, 'film']);
  expect(answer.headers.get('content-type')).toBe('video/mp4');
});

test('a result that the client has already is not sent again', async () => {
  const headers = { 'content-type': 'video/mp4', etag: '"x"', 'content-length': '6' };
  say = (_request, response) => response.writeHead(200, headers).end('a film');
  const known = await download({ 'if-none-match': '"y", "x"' });
  expect([known.status, known.headers.get('etag'), await known.text()]).toEqual([304, '"x"', '']);
  const other = await download({ 'if-none-match': '"y"' });
  expect([other.status, await other.text()]).toEqual([200, 'a film']);
});

test('a client that has a result already is not told the length of the part that it asked for', async () => {
  const headers = {
    'content-type': 'video/mp4',
    etag: '"x"',
    'content-length': '2',
    'content-range': 'bytes 0-1/6',
  };
  say = (_request, response) => response.writeHead(206, headers).end('a ');
  const known = await download({ 'if-none-match': '"x"', range: 'bytes=0-1' });
  expect(known.status).toBe(304);
  expect([known.headers.get('content-length'), known.headers.get('content-range')]).toEqual([null, null]);
});

test.each([
  ['video/webm; codecs="vp9"', 'video/webm'],
  ['Video/WebM', 'video/webm'],
  ['image/svg+xml', 'video/mp4'],
  ['application/octet-stream', 'video/mp4'],
])('what its vendor calls %s is %s', async (named, type) => {
  say = (_request, response) => response.writeHead(200, { 'content-type': named }).end('a film');
  expect((await download()).headers.get('content-type')).toBe(type);
});

test.each([
  ['webp', 'image/webp'],
  ['svg+xml', 'application/octet-stream'],
  ['png\r\nx: y', 'application/octet-stream'],
])('a picture that its vendor calls SVG, in an answer that called it %j, is %s', async (picture, type) => {
  say = (_request, response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>');
  const answer = await download({}, { picture });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
});

test.each([
  ['video/webm', 'webm'],
  ['video/ogg', 'ogg'],
  ['application/octet-stream', 'mp4'],
])('what its vendor calls %s is named as that: .%s', async (named, ending) => {
  say = (_request, response) => response.writeHead(200, { 'content-type': named }).end('a film');
  const name = new RegExp(`^inline; filename="task_\\w+\\.${ending}"$`);
  expect((await download()).headers.get('content-disposition')).toMatch(name);
});

describe('a film that its vendor compresses though it is asked for as it is', () => {
  const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom'), Buffer.alloc(70_000, 'frame')]);
  const sendAs =
    (encoding: string, bytes: Buffer) => (request: IncomingMessage, response: ServerResponse) => {
      const type = { 'content-type': 'video/mp4', 'content-encoding': encoding, etag: '"x"' };
      const isPart = request.headers.range !== undefined;
      const sent = isPart ? bytes.subarray(2, 8) : bytes;
      response.writeHead(isPart ? 206 : 200, {
        ...type,
        'accept-ranges': 'bytes',
        'content-length': sent.length,
        ...(isPart && { 'content-range': `bytes 2-7/${bytes.length}` }),
      });
      response.end(sent);
    };

  test.each([
    ['gzip', gzipSync(film)],
    ['deflate', deflateSync(film)],
    ['br', brotliCompressSync(film)],
    ['gzip', film],
  ])('comes as it was made: %s', async (encoding, bytes) => {
    say = sendAs(encoding, bytes);
    const answer = await download();
    const { headers } = answer;
    const told = ['content-encoding', 'content-length', 'accept-ranges', 'etag'].map((name) =>
      headers.get(name),
    );
    expect([answer.status, ...told]).toEqual([200, null, null, null, '"x"']);
    expect(film.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  });

  test('comes whole where a part is asked for: a part of what is compressed is none of the film', async () => {
    say = sendAs('gzip', gzipSync(film));
    const answer = await download({ range: 'bytes=2-7' });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([200, null]);
    expect(film.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
    expect(asked.map(({ headers }) => headers.range)).toEqual(['bytes=2-7', undefined]);
  });

  test('breaks off where it breaks off', async () => {
    const bytes = gzipSync(Buffer.concat([film, randomBytes(200_000)]));
    say = sendAs('gzip', bytes.subarray(0, -100_000));
    const answer = await download();
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
  });
});

describe('an address that leads to nothing', () => {
  test.each([404, 403, 410])(
    'right after its task has ended may lead to a result in a while: %i',
    async (status) => {
      say = (_request, response) => response.writeHead(status).end();
      for (const hasUrl of [true, false]) {
        const answer = await download({}, { hasUrl });
        expect([answer.status, readFault(answer.headers.get(faultHeader) ?? undefined)]).toMatchObject([
          502,
          { code: 'bad_response', retryAfterMs: 5_000 },
        ]);
      }
    },
  );

  test.each([404, 403, 410])('later on led to what is no longer kept: %i', async (status) => {
    say = (_request, response) => response.writeHead(status).end();
    for (const hasUrl of [true, false]) {
      const answer = await download({}, { hasUrl, isOld: true });
      expect([answer.status, readFault(answer.headers.get(faultHeader) ?? undefined)]).toMatchObject([
        410,
        { code: 'result_expired' },
      ]);
    }
  });
});

describe('words in the place of a film', () => {
  const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom'), Buffer.alloc(100)]);

  test.each([
    ['text/html; charset=utf-8', '<!doctype html>'],
    ['application/json', '{"error":{"message":"No such task."}}'],
    ['text/plain', ''],
  ])('are no film: %s', async (type, words) => {
    say = (_request, response) => response.writeHead(200, { 'content-type': type }).end(words);
    const answer = await download();
    expect([answer.status, await answer.text()]).toEqual([502, '']);
  });

  test('are no film where there are none, whatever it is called', async () => {
    say = (_request, response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end();
    expect((await download()).status).toBe(502);
  });

  test('are not what a film is called by a server that knows no type', async () => {
    say = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write(film.subarray(0, 5));
      setImmediate(() => response.end(film.subarray(5)));
    };
    const answer = await download();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(film);
  });
});

describe('a key that was exchanged after a task was made', () => {
  const asks = () => asked.map(({ headers }) => headers.authorization);
  beforeEach(async () => {
    const baseUrl = `http://127.0.0.1:${boundPort(vendor)}/v1`;
    await media.submitted({ account: { baseUrl, key: 'new' } });
    say = ({ headers }, response) => {
      const isGood = headers.authorization === 'Bearer new';
      response.writeHead(isGood ? 200 : 401, { 'content-type': 'video/mp4' }).end(isGood ? 'a film' : 'No.');
    };
  });

  test('opens its result', async () => {
    const answer = await download({}, { hasUrl: false });
    expect([answer.status, await answer.text()]).toEqual([200, 'a film']);
    expect(asks()).toEqual(['Bearer old', 'Bearer new']);
  });

  test('is not tried at an address that wants none', async () => {
    expect((await download()).status).toBe(502);
    expect(asked).toHaveLength(1);
  });
});
