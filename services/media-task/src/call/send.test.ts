import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { readConfig } from '@headgate/runtime/config';
import { boundPort, listen } from '@headgate/runtime/operations';
import { egress, withoutProxy } from '@headgate/runtime/outbound/egress/egress';
import { startEgressProxy } from '@headgate/runtime/testing/egress-proxy';
import { expect, onTestFinished, test } from 'vitest';
import { SendError, send, type VendorAnswer } from './send.ts';
import { sendStream } from './send-stream.ts';

const limits = { egress: withoutProxy, connectMs: 5_000, answerMs: 5_000, answerBytes: 2_000_000 };

/** Does not fit into what the systems of both sides keep for a connection. */
const large = Buffer.alloc(24 * 1024 * 1024);
const small = Buffer.from('{}');

/** What comes of a create at a server below HTTP. */
async function create(
  body: Buffer,
  serve: (socket: Socket) => void,
  { connectMs, answerMs } = limits,
): Promise<VendorAnswer | SendError> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const url = `http://127.0.0.1:${address.port}/`;
  const bounds = { ...limits, connectMs, answerMs };
  return send({ method: 'POST', url, headers: {}, body }, bounds).catch((error: SendError) => error);
}

const atFirst = (socket: Socket): void => void socket.once('data', () => socket.resetAndDestroy());

test('who closes before a large create has left has not got it', async () => {
  expect(await create(large, atFirst)).toMatchObject({ wasSent: false });
});

test('who closes before a small one has been answered may have got it', async () => {
  expect(await create(small, atFirst)).toMatchObject({ wasSent: true });
});

test('and so may who has read all of a large one', async () => {
  let got = 0;
  const atLast = (socket: Socket): void => {
    socket.on('data', ({ length }) => {
      got += length;
      if (got > large.length) socket.resetAndDestroy();
    });
  };
  expect(await create(large, atLast)).toMatchObject({ wasSent: true });
});

test('who refuses a large create before it has read it is heard', async () => {
  const refuse = (socket: Socket): void => {
    socket.once('data', () => {
      socket.pause();
      socket.write('HTTP/1.1 413 Content Too Large\r\ncontent-length: 2\r\n\r\n{}');
    });
  };
  expect(await create(large, refuse)).toMatchObject({ status: 413, body: Buffer.from('{}') });
});

const answerOf = (body: string) => (socket: Socket) =>
  void socket.once('data', () => {
    socket.end(
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`,
    );
  });

test('an answer that breaks off behind all of its object is whole', async () => {
  const made = '{"id":"job-1"}';
  expect(await create(small, answerOf(made))).toMatchObject({ status: 200, body: Buffer.from(made) });
});

const encodings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

function compressedAs(encoding: keyof typeof encodings, made: string) {
  const bytes = encodings[encoding](made);
  const head = `HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${bytes.length + 1}\r\n\r\n`;
  return (socket: Socket) =>
    void socket.once('data', () => socket.end(Buffer.concat([Buffer.from(head), bytes])));
}

test.each(['gzip', 'deflate', 'br'] as const)('so is one that comes in %s', async (encoding) => {
  const made = JSON.stringify({ id: 'job-1', words: 'a mill by a river '.repeat(20_000) });
  const whole = { status: 200, body: Buffer.from(made) };
  expect(await create(small, compressedAs(encoding, made))).toMatchObject(whole);
  const half = compressedAs(encoding, made.slice(0, -1));
  expect(await create(small, half)).toMatchObject({ wasSent: true, cause: { message: 'other side closed' } });
});

test('an answer whose end is never said is whole once its time is over', async () => {
  const made = '{"id":"job-1"}';
  const stall = (socket: Socket) =>
    void socket.once('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n${made}`);
    });
  const short = { ...limits, connectMs: 200, answerMs: 200 };
  expect(await create(small, stall, short)).toMatchObject({ status: 200, body: Buffer.from(made) });
});

test('one that breaks off within it is none', async () => {
  expect(await create(small, answerOf('{"id":"job-1"'))).toMatchObject({ wasSent: true });
});

/** Answers from a thread of its own once whoever asks stands still. */
const answerMeanwhile = `
const { createServer } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');
const server = createServer((request, response) => {
  request.resume().once('end', () => {
    parentPort.postMessage('asked');
    Atomics.wait(workerData, 0, 0);
    response.end('{"id":"job-1"}');
  });
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

test('an answer that came while the process stood still is heard when it goes on, however late', async () => {
  const isStanding = new Int32Array(new SharedArrayBuffer(8));
  const vendor = new Worker(answerMeanwhile, { eval: true, workerData: isStanding });
  onTestFinished(() => void vendor.terminate());
  const [port] = await once(vendor, 'message');
  const asked = once(vendor, 'message');
  const short = { ...limits, connectMs: 1_000, answerMs: 1_100 };
  const url = `http://127.0.0.1:${port}/`;
  const answer = send({ method: 'POST', url, headers: {}, body: small }, short);
  await asked;
  Atomics.store(isStanding, 0, 1);
  Atomics.notify(isStanding, 0);
  Atomics.wait(isStanding, 1, 0, short.connectMs + short.answerMs + 100);
  expect(await answer).toMatchObject({ status: 200, body: Buffer.from('{"id":"job-1"}') });
});

test('a large create arrives as it is, with its length', async () => {
  const server = createServer(async (request, response) => {
    const came = await buffer(request);
    response.end(JSON.stringify([request.headers['content-length'], came.equals(large)]));
  });
  await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${boundPort(server)}/`;
  const answer = await send({ method: 'POST', url, headers: {}, body: large }, limits);
  expect(JSON.parse(String(answer.body))).toEqual([String(large.length), true]);
});

test.each([403, 502])('a create that no proxy let out was not sent: %i', async (status) => {
  const proxy = await startEgressProxy(() => ({ status }));
  onTestFinished(() => proxy.stop());
  const { egress: led } = readConfig({ HEADGATE_EGRESS_PROXY: proxy.url }, { egress: egress() });
  const request = { method: 'POST' as const, url: 'https://vendor.test/v1/videos', headers: {}, body: small };
  for (const ask of [send, sendStream]) {
    const failure: unknown = await ask(request, { ...limits, egress: led }).catch((error) => error);
    expect(failure).toBeInstanceOf(SendError);
    expect(failure).toMatchObject({ cause: { code: `EGRESS_PROXY_${status}` } });
    if (ask === send) expect(failure).toMatchObject({ wasSent: false });
  }
  expect(proxy.asked.map(({ authority }) => authority)).toEqual(['vendor.test:443', 'vendor.test:443']);
});
