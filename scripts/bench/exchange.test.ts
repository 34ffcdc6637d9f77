import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openConnection, requestBytes } from './exchange.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A server whose answer to each request is what `say` writes. */
async function serve(say: (socket: Socket) => Promise<void> | void): Promise<URL> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true).on('data', () => void say(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/any?alt=sse`);
}

function open(url: URL) {
  const connection = openConnection(url, requestBytes(url, { authorization: 'Bearer any' }, '{}'));
  stops.push(connection.close);
  return connection;
}

/** Each byte on its own, as far as the network lets them. */
async function drip(socket: Socket, text: string): Promise<void> {
  for (const byte of Buffer.from(text)) {
    socket.write(Buffer.of(byte));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const stream =
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n' +
  '6\r\na: 1\n\n\r\ne\r\nb: 20\n\nc: 30\n\n\r\n0\r\n\r\n';

test('a stream in chunks is read to its end, however it comes', async () => {
  const whole = open(await serve((socket) => void socket.write(stream)));
  expect(await whole.exchange()).toEqual({ status: 200, events: 3 });
  const dripped = open(await serve((socket) => drip(socket, stream)));
  expect(await dripped.exchange()).toEqual({ status: 200, events: 3 });
  expect(await dripped.exchange()).toEqual({ status: 200, events: 3 });
});

test('an answer that says its length is read to that length', async () => {
  const answer = 'HTTP/1.1 429 Too Many Requests\r\nContent-Length: 7\r\n\r\n{"a":1}';
  const connection = open(await serve((socket) => drip(socket, answer)));
  expect(await connection.exchange()).toEqual({ status: 429, events: 0 });
  expect(await connection.exchange()).toEqual({ status: 429, events: 0 });
});

test('a connection that breaks off is a failure, and the next request has another', async () => {
  let answers = 0;
  const url = await serve((socket) => {
    answers += 1;
    if (answers === 1) socket.destroy();
    else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
  });
  const connection = open(url);
  expect(await connection.exchange()).toEqual({ status: 0, events: 0 });
  expect(await connection.exchange()).toEqual({ status: 200, events: 0 });
});
