import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { readConfig } from '@headgate/runtime/config';
import { egress } from '@headgate/runtime/outbound/egress/egress';
import { startEgressProxy } from '@headgate/runtime/testing/egress-proxy';
import { expect, onTestFinished, test } from 'vitest';
import { startTcpServer } from '../testing/tcp-server.ts';
import { startUpstreamServer } from '../testing/upstream-server.ts';
import { callUpstream } from './call.ts';
import { createPools } from './pools.ts';
import { post } from './post.ts';

test('early hints are no head: an answer has one', async () => {
  const upstream = await startUpstreamServer();
  const pools = createPools();
  onTestFinished(async () => {
    await pools.close();
    upstream.stop();
  });
  upstream.serve = (_request, response) => {
    response.writeEarlyHints({ link: '</a.css>; rel=preload' });
    response.end('{}');
  };
  const statuses: number[] = [];
  await new Promise<void>((resolve, reject) => {
    const request = { url: new URL(upstream.baseUrl(1n)), headers: {}, body: Buffer.from('{}') };
    const timeouts = { connectMs: 5_000, firstByteMs: 5_000, idleMs: 5_000 };
    callUpstream(
      pools,
      { ...request, timeouts },
      { onHead: (status) => statuses.push(status), onData: () => undefined, onEnd: resolve, onError: reject },
    );
  });
  expect(statuses).toEqual([200]);
});

const two = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';

const small = Buffer.from('{}');
/** Does not fit into what the systems of both sides keep for a connection. */
const large = Buffer.alloc(24 * 1024 * 1024);

/** What comes of one call after the other, to a server that answers a connection's requests by these. */
async function callInTurn(
  calls: number,
  answers: readonly ((socket: Socket) => void)[],
  { lastBody = small, byProxy = false }: { lastBody?: Buffer; byProxy?: boolean } = {},
): Promise<string[]> {
  const server = await startTcpServer((socket) => {
    const left = [...answers];
    socket.on('data', () => {
      left.shift()?.(socket);
    });
  });
  const proxy = await startEgressProxy(() => ({ port: server.port }));
  const env = { HEADGATE_EGRESS_PROXY: byProxy ? proxy.url : '' };
  const pools = createPools(readConfig(env, { egress: egress() }).egress);
  onTestFinished(async () => {
    await pools.close();
    await proxy.stop();
    server.stop();
  });
  const ends: string[] = [];
  for (let call = 0; call < calls; call += 1) {
    const url = new URL(`http://${byProxy ? 'vendor.test' : '127.0.0.1'}:${server.port}/`);
    const timeouts = { connectMs: 5_000, firstByteMs: 5_000, idleMs: 5_000 };
    const body = call === calls - 1 ? lastBody : small;
    const request = { url, headers: {}, body, timeouts };
    const end = await new Promise<string>((resolve) => {
      callUpstream(pools, request, {
        onHead: () => undefined,
        onData: () => undefined,
        onEnd: () => resolve('served'),
        onError: (_, isStale) => resolve(isStale ? 'stale' : 'failed'),
      });
    });
    ends.push(end);
    // Until the connection is free.
    await setImmediate();
  }
  return ends;
}

const answerTwo = (socket: Socket): void => {
  socket.write(two);
};

test.each<[string, (socket: Socket) => void]>([
  ['ends', (socket) => socket.end()],
  ['resets', (socket) => socket.resetAndDestroy()],
])('who %s a kept connection as it is used again has read nothing of the request', async (_, close) => {
  expect(await callInTurn(2, [answerTwo, close])).toEqual(['served', 'stale']);
});

test('the same where the request is a large one', async () => {
  const close = (socket: Socket): void => void socket.resetAndDestroy();
  expect(await callInTurn(2, [answerTwo, close], { lastBody: large })).toEqual(['served', 'stale']);
});

test('who closes a new connection may have read it', async () => {
  expect(await callInTurn(1, [(socket) => socket.resetAndDestroy()])).toEqual(['failed']);
});

test('so may who closes a new tunnel of a proxy, and not a kept one', async () => {
  const close = (socket: Socket): void => void socket.end();
  expect(await callInTurn(1, [close], { byProxy: true })).toEqual(['failed']);
  expect(await callInTurn(2, [answerTwo, close], { byProxy: true })).toEqual(['served', 'stale']);
});

test('who has begun to answer has read it', async () => {
  const begin = (socket: Socket): void => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{', () => socket.resetAndDestroy());
  };
  expect(await callInTurn(2, [answerTwo, begin])).toEqual(['served', 'failed']);
});

const beginHead = (socket: Socket): void => {
  socket.write('HTTP/1.1 200 OK\r\ncontent-', () => socket.resetAndDestroy());
};

test.each<[string, readonly ((socket: Socket) => void)[], string[]]>([
  ['a head, on a new connection', [beginHead], ['failed']],
  ['a head, on a kept one', [answerTwo, beginHead], ['served', 'failed']],
  ['a word that nobody waits for', [(socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n')], ['failed']],
])('who has said the beginning of %s has read the request', async (_, answers, ends) => {
  expect(await callInTurn(answers.length, answers)).toEqual(ends);
});

test('who answers a large request before it has read it is asked for the next one on another connection', async () => {
  let connections = 0;
  const server = await startTcpServer((socket) => {
    connections += 1;
    socket.once('data', () => {
      // Of the first one no more is read than its beginning.
      if (connections === 1) socket.pause();
      socket.write(two);
    });
  });
  const pools = createPools();
  onTestFinished(async () => {
    await pools.close();
    server.stop();
  });
  const url = new URL(`http://127.0.0.1:${server.port}/`);
  await post(pools, url, { headers: {}, body: large });
  // Until the connection would be free.
  await setImmediate();
  await post(pools, url, { headers: {}, body: small });
  expect(connections).toBe(2);
});

test('a large request arrives as it is, with its length', async () => {
  const upstream = await startUpstreamServer();
  const pools = createPools();
  onTestFinished(async () => {
    await pools.close();
    upstream.stop();
  });
  upstream.serve = (request, response) => void request.once('end', () => response.end());
  const text = randomBytes(200_000).toString('hex');
  const body = Buffer.from(JSON.stringify({ text }));
  await post(pools, new URL(upstream.baseUrl(1n)), { headers: {}, body });
  const headers = { 'content-length': String(body.length) };
  expect(upstream.calls).toMatchObject([{ body: { text }, headers }]);
});

test('what is held back after each small piece of a long answer does not gather here', async () => {
  const upstream = await startUpstreamServer();
  const pools = createPools();
  onTestFinished(async () => {
    await pools.close();
    upstream.stop();
  });
  const piece = Buffer.alloc(1024, 'a');
  const answerBytes = 64 * 1024 * 1024;
  let sentBytes = 0;
  upstream.serve = async (_request, response) => {
    const closed = once(response, 'close');
    for (; sentBytes < answerBytes && !response.destroyed; sentBytes += piece.length)
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed]);
  };
  const takenBytes = await new Promise<number>((resolve, reject) => {
    let gotBytes = 0;
    const url = new URL(upstream.baseUrl(1n));
    const timeouts = { connectMs: 5_000, firstByteMs: 5_000, idleMs: 5_000 };
    const call = callUpstream(
      pools,
      { url, headers: {}, body: Buffer.from('{}'), timeouts },
      {
        onHead: () => undefined,
        onData(bytes) {
          gotBytes += bytes.length;
          call.pause();
          if (gotBytes < 2 * 1024 * 1024) setTimeout(() => call.resume());
          else resolve(sentBytes);
        },
        onEnd: () => reject(new Error('It came whole')),
        onError: reject,
      },
    );
  });
  // The kernel's buffers of one connection, and what was read.
  expect(takenBytes).toBeLessThan(16 * 1024 * 1024);
});
