/** Vendors that want a token are asked with one, over real connections. */

import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { boundPort, listen } from '@headgate/runtime/operations';
import { withoutProxy } from '@headgate/runtime/outbound/egress/egress';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSend, SignInError } from './create-send.ts';
import { cutText } from './cut-texts.ts';

const limits = { egress: withoutProxy, connectMs: 5_000, answerMs: 5_000, answerBytes: 2_000_000 };
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
let server: Server;
let base: string;
let tokens = 0;
let isGiving = true;
let answer = (_request: IncomingMessage, response: ServerResponse): unknown => response.end('{}');
let asked: (string | undefined)[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url !== '/token') {
      asked.push(request.headers.authorization ?? String(request.headers['x-goog-api-key']));
      return answer(request, response);
    }
    tokens += 1;
    const token = { access_token: `token-${tokens}`, expires_in: 3_600 };
    if (isGiving) response.end(JSON.stringify(token));
    else response.writeHead(400).end('{"error":"invalid_grant"}');
  });
  await listen(server, { host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${boundPort(server)}`;
});
beforeEach(() => {
  tokens = 0;
  isGiving = true;
  asked = [];
  answer = (_request, response) => response.end('{}');
});
afterAll(() => {
  server.close();
});

function keyFile(): string {
  return JSON.stringify({
    client_email: 'gateway@project.iam.gserviceaccount.com',
    private_key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: `${base}/token`,
  });
}

test('a service account signs in once for many requests', async () => {
  const send = createSend(limits);
  const request = { method: 'GET', url: `${base}/thing`, headers: {}, googleKey: keyFile() } as const;
  await Promise.all([send(request), send(request)]);
  await send(request);
  expect(asked).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-1']);
  expect(tokens).toBe(1);
});

test('an API key is sent as it is', async () => {
  await createSend(limits)({ method: 'GET', url: `${base}/thing`, headers: {}, googleKey: 'the-key' });
  expect(asked).toEqual(['the-key']);
});

test('without a token nothing is sent, and why tells nothing of the key', async () => {
  isGiving = false;
  const failure = await createSend(limits)({
    method: 'POST',
    url: `${base}/thing`,
    headers: {},
    googleKey: keyFile(),
  }).catch((error) => error);
  expect(failure).toBeInstanceOf(SignInError);
  expect(failure).toMatchObject({ wasSent: false, message: expect.stringContaining('invalid_grant') });
  expect(failure.message).not.toContain('PRIVATE');
  expect(asked).toEqual([]);
});

test('long texts of an answer are left out where that is asked for', async () => {
  const film = 'A'.repeat(1_000_000);
  answer = (_request, response) => response.end(JSON.stringify({ name: 'film', film }));
  const request = { method: 'GET', url: `${base}/thing`, headers: {} } as const;
  const read = async (more: object) =>
    JSON.parse(String((await createSend(limits)({ ...request, ...more })).body));
  expect(await read({ cutsTexts: true })).toEqual({ name: 'film', film: cutText });
  expect(await read({})).toEqual({ name: 'film', film });
});

test('an answer that is larger than it may be is cut, and one that is as large is not', async () => {
  answer = (_request, response) => response.end('A'.repeat(1_000));
  const read = (answerBytes: number) =>
    createSend({ ...limits, answerBytes })({ method: 'GET', url: `${base}/thing`, headers: {} });
  expect((await read(1_000)).body).toHaveLength(1_000);
  await expect(read(999)).rejects.toMatchObject({ wasSent: true });
});

test('an answer of a byte at a time is read in little memory', async () => {
  const count = 1_900_000;
  answer = (_request, { socket }) => {
    socket?.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    socket?.write(`${'1\r\nx\r\n'.repeat(count)}0\r\n\r\n`);
  };
  const { rss } = process.memoryUsage();
  const send = createSend({ ...limits, answerMs: 60_000 });
  const { body } = await send({ method: 'GET', url: `${base}/thing`, headers: {} });
  expect(process.memoryUsage().rss - rss).toBeLessThan(150_000_000);
  expect(body).toHaveLength(count);
}, 90_000);

test.each([{}, { isStreamed: true } as const])('answers are asked for as they are: %o', async (how) => {
  // Whoever is not asked for any coding may choose one (RFC 9110, 12.5.3).
  answer = ({ headers }, response) => {
    if (headers['accept-encoding'] === 'identity') return response.end('{"id":"one"}');
    return response.setHeader('content-encoding', 'gzip').end(gzipSync('{"id":"one"}'));
  };
  const request = { method: 'GET', url: `${base}/thing`, headers: {}, ...how } as const;
  const { body, stream } = await createSend(limits)(request);
  expect(JSON.parse(String(stream ? await buffer(stream) : body))).toEqual({ id: 'one' });
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
] as const)('one that comes in %s all the same is read as it was written', async (encoding, compress) => {
  const made = JSON.stringify({ id: 'one', words: 'a mill by a river '.repeat(20_000) });
  answer = (_request, response) => response.setHeader('content-encoding', encoding).end(compress(made));
  const { body } = await createSend(limits)({ method: 'POST', url: `${base}/thing`, headers: {} });
  expect(String(body)).toBe(made);
});

test('so is one that comes as a stream, also where nobody reads it to its end', async () => {
  const made = JSON.stringify({ id: 'one', words: randomBytes(200_000).toString('base64') });
  answer = (_request, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(made));
  const open = async () => {
    const { stream } = await createSend(limits)({
      method: 'GET',
      url: `${base}/thing`,
      headers: {},
      isStreamed: true,
    });
    return stream ?? Readable.from([]);
  };
  expect(String(await buffer(await open()))).toBe(made);
  for await (const piece of await open()) {
    expect(String(piece)).toMatch(/^{"id":"one"/);
    break;
  }
  (await open()).destroy();
});

test('one that says so and is not compressed is read as it is', async () => {
  answer = (_request, response) => response.setHeader('content-encoding', 'gzip').end('{"id":"one"}');
  const { body } = await createSend(limits)({ method: 'POST', url: `${base}/thing`, headers: {} });
  expect(String(body)).toBe('{"id":"one"}');
});

test('one that is far larger than it came is cut', async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000));
  answer = (_request, response) => response.setHeader('content-encoding', 'gzip').end(bomb);
  const sent = createSend(limits)({ method: 'POST', url: `${base}/thing`, headers: {} });
  await expect(sent).rejects.toMatchObject({ cause: { message: 'the answer is too large' } });
});

test('an answer comes as a stream where that is asked for', async () => {
  answer = (_request, response) => response.writeHead(201).end('streamed');
  const { status, stream } = await createSend(limits)({
    method: 'GET',
    url: `${base}/thing`,
    headers: {},
    isStreamed: true,
  });
  expect(status).toBe(201);
  expect(stream && String(await buffer(stream))).toBe('streamed');
});
