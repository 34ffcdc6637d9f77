import type { LookupFunction } from 'node:net';
import { withoutProxy } from '@headgate/runtime/outbound/egress/egress';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTcpServer } from '../testing/tcp-server.ts';
import { createPools } from './pools.ts';

/** The first bytes that a server of TLS gets: what the client can speak. */
async function readClientHello(): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const server = await startTcpServer((socket) => {
    socket.once('data', (bytes) => {
      resolve(bytes);
      socket.destroy();
    });
  });
  const pools = createPools();
  onTestFinished(async () => {
    await pools.close();
    server.stop();
  });
  const pool = pools.of(`https://127.0.0.1:${server.port}`, 5_000);
  pool.request({ path: '/', method: 'GET' }).catch(() => undefined);
  return promise;
}

test('upstreams are offered HTTP/1.1 alone: a connection per stream', async () => {
  const hello = await readClientHello();
  // Each name of a protocol follows its length.
  expect(hello.includes('\x08http/1.1')).toBe(true);
  expect(hello.includes('\x02h2')).toBe(false);
});

test('of too many origins the one that was not used for longest is dropped, and made anew when it is asked for', async () => {
  const pools = createPools();
  onTestFinished(() => pools.close());
  const of = (number: number) => pools.of(`http://127.0.0.1:${number}`, 5_000);
  const [first, second] = [of(1), of(2)];
  for (let number = 3; number <= 1_000; number += 1) of(number);
  expect(of(1)).toBe(first);
  of(1_001);
  expect(of(1)).toBe(first);
  expect(second.closed).toBe(true);
  expect(of(2)).not.toBe(second);
});

test('a connection that is used all the time is left after five minutes: its name may mean another address by now', async () => {
  let connections = 0;
  const server = await startTcpServer((socket) => {
    connections += 1;
    socket.on('data', () => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
  });
  const pools = createPools();
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(async () => {
    vi.useRealTimers();
    await pools.close();
    server.stop();
  });
  const pool = pools.of(`http://127.0.0.1:${server.port}`, 5_000);
  const ask = async () => {
    await (await pool.request({ path: '/', method: 'GET' })).body.dump();
    await waitFor(() => pool.stats.running === 0 && pool.stats.free === 1, 'the connection is free');
  };
  const startedAt = Date.now();
  await ask();
  vi.setSystemTime(startedAt + 299_000);
  await ask();
  expect(connections).toBe(1);
  vi.setSystemTime(startedAt + 301_000);
  await ask();
  expect(connections).toBe(2);
});

test('a name is asked for once, by however many requests: one that is not answered holds no others up', async () => {
  const server = await startTcpServer((socket) => {
    socket.on('data', () => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
  });
  const asked: Parameters<LookupFunction>[2][] = [];
  const pools = createPools(withoutProxy, (_name, _options, answer) => asked.push(answer));
  onTestFinished(async () => {
    await pools.close();
    server.stop();
  });
  const pool = pools.of(`http://upstream.test:${server.port}`, 5_000);
  const ask = () => pool.request({ path: '/', method: 'GET' });
  const [first, second, third] = [ask(), ask(), ask()];
  expect(asked).toHaveLength(1);
  asked[0]?.(null, [{ address: '127.0.0.1', family: 4 }]);
  expect((await Promise.all([first, second, third])).map(({ statusCode }) => statusCode)).toEqual([
    204, 204, 204,
  ]);
  await pool.destroy();
  pools
    .of(`http://upstream.test:${server.port}`, 4_000)
    .request({ path: '/', method: 'GET' })
    .catch(() => undefined);
  expect(asked).toHaveLength(2);
});
