/** Bodies that do not arrive, do not end or cannot be unpacked, on every row of the route table. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Route } from '../routes/route.ts';
import { routes } from '../routes/routes.ts';
import { expectedRefusal } from '../testing/expected-refusal.ts';
import { type RawAnswer, type RawOptions, sendRaw } from '../testing/raw-http.ts';
import { kindOf, pathOf, rowName } from '../testing/row-kind.ts';
import { withoutId } from '../testing/without-id.ts';
import { startWorld, type World } from '../testing/world.ts';

const limitBytes = 20_000;
let world: World;
let relays = 0;

beforeAll(async () => {
  world = await startWorld({ bodyLimitBytes: limitBytes, loginLimit: 1_000 });
  // One place only: a request that kept it would shut out the next.
  world.account.put('sk-good', { concurrency: 1 });
});
beforeEach(() => {
  relays = world.text.relays.length;
});
afterAll(() => world.stop());

const readsBody = (route: Route) =>
  [
    'generate',
    'count tokens',
    'make task',
    'remake task',
    'find tasks',
    'presign',
    'guarded operation',
    'open change',
  ].includes(kindOf(route));
const rows = routes.map((route) => ({ name: rowName(route), route }));
const reading = rows.filter(({ route }) => readsBody(route));
const others = rows.filter(({ route }) => !readsBody(route));

function ask(route: Route, headers: string, body: Buffer | string = '', options?: RawOptions) {
  const head = `${route.method} ${pathOf(route)} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer sk-good\r\n`;
  return sendRaw(
    world.port,
    Buffer.concat([Buffer.from(`${head}${headers}\r\n`), Buffer.from(body)]),
    options,
  );
}

function withLength(body: Buffer | string, encoding?: string): string {
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  return encoding ? `${length}content-encoding: ${encoding}\r\n` : length;
}

function chunk(body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]);
}

const chunked = 'transfer-encoding: chunked\r\n';
const big = Buffer.alloc(limitBytes + 1, ' ');
const small = Buffer.from('{"model":"m"}');

/** Nothing is held, the next request is served, and it is the only one that has reached the gateway. */
async function expectUnharmed(): Promise<void> {
  await waitFor(() => world.context.open.size === 0, 'no request is open');
  const next = await fetch(`${world.url}/v1/models`, { headers: { authorization: 'Bearer sk-good' } });
  expect({ status: next.status, body: await next.text() }).toEqual({ status: 200, body: '{"ok":true}' });
  expect(world.text.relays).toHaveLength(relays + 1);
  relays = world.text.relays.length;
}

function expectRefusal(route: Route, answer: RawAnswer, status: number, code: string, how: string): void {
  expect(answer.status, how).toBe(status);
  expect(answer.headers['content-type'], how).toBe('application/json');
  const message = expect.stringMatching(/./);
  const words = { status, message, type: 'invalid_request_error', param: '', code };
  expect(JSON.parse(answer.body), how).toEqual(expectedRefusal(route.envelope, words));
}

describe('a truncated body', () => {
  const cuts: [string, string, string][] = [
    ['announced and not sent', 'content-length: 20\r\n', ''],
    ['cut within its length', 'content-length: 20\r\n', '{"model":'],
    ['cut before its last chunk', chunked, 'd\r\n{"model":"m"}\r\n'],
    ['cut within a chunk', chunked, '20\r\n{"model":'],
    ['cut within the size of a chunk', chunked, '2'],
  ];

  it.each(reading)('of $name gets no further', async ({ route }) => {
    for (const [how, headers, body] of cuts) {
      const answer = await ask(route, headers, body, { thenLeave: true });
      expect(answer, how).toEqual({ status: 400, headers: { connection: 'close' }, body: '' });
      await expectUnharmed();
    }
  });

  it.each(reading)('of $name is broken when its chunks are', async ({ route }) => {
    for (const body of ['xyz\r\n{}\r\n', '-2\r\n{}\r\n', '2\r\n{}}}\r\n', 'fffffffffffffffffff\r\n{}']) {
      const answer = await ask(route, chunked, body);
      expect(answer, body).toEqual({ status: 400, headers: { connection: 'close' }, body: '' });
      await expectUnharmed();
    }
  });
});

describe('an oversized body', () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000));
  const tooLarge: [string, string, Buffer | string][] = [
    ['announced', `content-length: ${limitBytes + 1}\r\n`, ''],
    ['announced and sent', withLength(big), big],
    ['in one chunk', chunked, chunk(big)],
    ['in many chunks', chunked, Buffer.concat(new Array(300).fill(chunk(big.subarray(0, 100))))],
    ['after gzip', withLength(gzipSync(big), 'gzip'), gzipSync(big)],
    ['after br', withLength(brotliCompressSync(big), 'br'), brotliCompressSync(big)],
    ['a bomb', `${chunked}content-encoding: gzip\r\n`, chunk(bomb)],
  ];

  it.each(reading)('of $name is 413', async ({ route }) => {
    for (const [how, headers, body] of tooLarge) {
      expectRefusal(route, await ask(route, headers, body), 413, 'request_too_large', how);
      await expectUnharmed();
    }
  });
});

describe('a wrong encoding', () => {
  it.each(reading)('of $name is 415 when nobody knows it', async ({ route }) => {
    for (const encoding of [
      'zstd',
      'deflate',
      'compress',
      'gzip, br',
      'gzip\r\ncontent-encoding: gzip',
      'utf-8',
      'constructor',
      '__proto__',
    ]) {
      const answer = await ask(route, withLength(small, encoding), small);
      expectRefusal(route, answer, 415, 'unsupported_encoding', encoding);
      await expectUnharmed();
    }
  });

  const gzip = gzipSync(small);
  const broken: [string, Buffer][] = [
    ['gzip', small],
    ['gzip', Buffer.alloc(0)],
    ['gzip', gzip.subarray(0, 12)],
    ['gzip', gzip.subarray(0, gzip.length - 1)],
    ['gzip', Buffer.concat([gzip, gzip.subarray(0, 5)])],
    ['x-gzip', brotliCompressSync(small)],
    ['br', small],
    ['br', brotliCompressSync(small).subarray(0, 4)],
    ['br', Buffer.alloc(0)],
    ['br', gzip],
  ];

  it.each(reading)('of $name is 400 when the bytes are not in it', async ({ route }) => {
    for (const [index, [encoding, body]] of broken.entries()) {
      const answer = await ask(route, withLength(body, encoding), body);
      expectRefusal(route, answer, 400, 'invalid_request', `${encoding} ${index}`);
      await expectUnharmed();
    }
  });
});

describe('a body that nobody reads', () => {
  it.each(others)('does not change the answer of $name, whatever it is', async ({ route }) => {
    const plain = await ask(route, '');
    const bodies: [string, Buffer | string][] = [
      [`content-length: ${limitBytes + 1}\r\n`, ''],
      [withLength(big), big],
      [chunked, '20\r\n{"model":'],
      [withLength(small, 'gzip'), small],
      [withLength(small, 'zstd'), small],
    ];
    for (const [headers, body] of bodies) {
      const { status, body: text } = await ask(route, headers, body);
      expect({ status, text: withoutId(text) }, headers).toEqual({
        status: plain.status,
        text: withoutId(plain.body),
      });
    }
    relays = world.text.relays.length;
    await expectUnharmed();
  });
});
