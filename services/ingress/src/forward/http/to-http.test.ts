import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { boundPort, listen } from '@headgate/runtime/operations';
import { startFullServer } from '@headgate/runtime/testing/full-server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { wait } from '@headgate/runtime/wait';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Exchange } from '../../exchange/exchange.ts';
import { createHttpTargets, type HttpTargets } from '../../processes/http-targets.ts';
import { downloadFrom, proxyTo } from './to-http.ts';

const upgrade =
  'GET /v1/realtime HTTP/1.1\r\nhost: gateway\r\nconnection: Upgrade\r\nupgrade: websocket\r\n' +
  'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';

/** One target, and how often it was avoided. */
function only(target: string): { targets: HttpTargets; avoided: string[] } {
  const avoided: string[] = [];
  const targets: HttpTargets = {
    list: async () => [target],
    choose: async () => target,
    avoid: (one) => void avoided.push(one),
  };
  return { targets, avoided };
}

/** An ingress with one target, and a client that has asked it for an upgrade. */
async function ask(target: string, connectMs?: number) {
  const { avoided, targets } = only(target);
  return { avoided, ...(await askOneOf(targets, connectMs)) };
}

/** The same of an ingress with these targets. */
async function askOneOf(targets: HttpTargets, connectMs?: number) {
  const proxy = proxyTo(targets, connectMs);
  let refusals = 0;
  let opened = 0;
  const left = Promise.withResolvers<void>();
  const server = createServer();
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    socket.once('end', left.resolve).once('close', left.resolve);
    const answer = { onOpen: () => (opened += 1), onRefused: () => (refusals += 1) };
    proxy.upgrade({ request } as Exchange, head, request.headers, answer);
  });
  await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  const client = connect(boundPort(server), '127.0.0.1');
  client.on('error', () => undefined);
  onTestFinished(() => void client.destroy());
  client.write(upgrade);
  return { client, left: left.promise, isOpen: () => opened === 1, isRefused: () => refusals === 1 };
}

it('a target that cannot be reached is avoided', async () => {
  const { avoided, isRefused } = await ask('http://127.0.0.1:1');
  await waitFor(isRefused, 'the upgrade is refused');
  expect(avoided).toEqual(['http://127.0.0.1:1']);
});

/** Where a machine was that is gone. */
async function startGone(): Promise<string> {
  const gone = await startFullServer();
  onTestFinished(gone.stop);
  return `127.0.0.1:${gone.port}`;
}

it('a target that swallows packets is avoided as soon', async () => {
  const gone = await startGone();
  const { avoided, isRefused } = await ask(`http://${gone}`, 300);
  await waitFor(isRefused, 'the upgrade is refused');
  expect(avoided).toEqual([`http://${gone}`]);
});

it('a target is not avoided because a client left before it had answered', async () => {
  const silent = createServer();
  const reached = once(silent, 'upgrade');
  await listen(silent, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => void silent.close());
  const { client, avoided, isRefused } = await ask(`http://127.0.0.1:${boundPort(silent)}`);
  const [, asked] = await reached;
  onTestFinished(() => void asked.destroy());
  client.resetAndDestroy();
  await waitFor(isRefused, 'the upgrade is given up');
  expect(avoided).toEqual([]);
});

it.each([
  ['refuses', async () => '127.0.0.1:1'],
  ['swallows packets', startGone],
])('an upgrade goes to another target where the one %s', async (_, start) => {
  const gateway = createServer((_request, response) => response.writeHead(426).end());
  gateway.on('upgrade', (_request, socket: Socket) => {
    onTestFinished(() => void socket.destroy());
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n');
  });
  await listen(gateway, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => void gateway.close());
  const addresses = [await start(), `127.0.0.1:${boundPort(gateway)}`];
  const { isOpen, isRefused } = await askOneOf(createHttpTargets(addresses.join(), { random: () => 0 }), 300);
  await waitFor(() => isOpen() || isRefused(), 'it is answered');
  expect(isOpen()).toBe(true);
});

it.each([
  ['breaks off', (client: Socket) => client.resetAndDestroy()],
  ['ends', (client: Socket) => client.end()],
])('nothing is opened for a client that %s while it is asked which target answers', async (_, leave) => {
  const gateway = createServer();
  const probed = once(gateway, 'request');
  let upgrades = 0;
  gateway.on('upgrade', (_request, socket: Socket) => {
    upgrades += 1;
    onTestFinished(() => void socket.destroy());
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n');
  });
  await listen(gateway, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => void gateway.close());
  const address = `127.0.0.1:${boundPort(gateway)}`;
  const targets = createHttpTargets([address, address].join());
  const { client, left, isOpen, isRefused } = await askOneOf(targets);
  const [, probe] = await probed;
  leave(client);
  await left;
  probe.writeHead(426).end();
  await waitFor(() => isOpen() || isRefused(), 'the upgrade is given up');
  expect([isOpen(), upgrades]).toEqual([false, 0]);
});

/** Serves on a port that is free; gives it. */
async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return boundPort(server);
}

describe('a download of which one target is gone', () => {
  /** Asks for it of an ingress that takes the first of these targets first; gives the status. */
  async function download(addresses: string[], { method = 'GET', body }: RequestInit = {}): Promise<number> {
    const targets = createHttpTargets(addresses.join(), { random: () => 0 });
    const files = downloadFrom(targets, { connectMs: 300 });
    const ingress = await serve((request, response) => {
      const onRefused = (): void => void response.writeHead(503).end();
      const answer = { onBegin: () => undefined, onRefused };
      files.download({ request, response, sentBytes: 0 } as Exchange, '/', { host: 'media' }, answer);
    });
    const answer = await fetch(`http://127.0.0.1:${ingress}/`, { method, body: body ?? null });
    await answer.body?.cancel();
    return answer.status;
  }

  it.each([
    ['refuses', async () => '127.0.0.1:1'],
    ['swallows packets', startGone],
  ])('comes from another where it %s', async (_, start) => {
    const media = await serve((_request, response) => response.end('a film'));
    expect(await download([await start(), `127.0.0.1:${media}`])).toBe(200);
  });

  it('is refused where there is no other', async () => {
    expect(await download([await startGone()])).toBe(503);
  });

  it('is refused where the client brings a body, which may have been read', async () => {
    const media = await serve((request, response) => request.resume().on('end', () => response.end()));
    const upload = { method: 'PUT', body: 'a picture' };
    expect(await download(['127.0.0.1:1', `127.0.0.1:${media}`], upload)).toBe(503);
  });

  it('is not asked for again once a target had it', async () => {
    let asked = 0;
    const media = await serve((request) => {
      asked += 1;
      request.socket.destroy();
    });
    expect(await download([`127.0.0.1:${media}`, `127.0.0.2:${media}`])).toBe(503);
    expect(asked).toBe(1);
  });
});

describe('a download that stands still', () => {
  const timeoutMs = 1_000;

  /** A client that has asked for a file which `send` serves. */
  async function download(send: RequestListener) {
    const media = await serve(send);
    const files = downloadFrom(only(`http://127.0.0.1:${media}`).targets, { timeoutMs });
    const ingress = await serve((request, response) => {
      const answer = { onBegin: () => undefined, onRefused: () => response.destroy() };
      files.download({ request, response, sentBytes: 0 } as Exchange, '/', { host: 'media' }, answer);
    });
    const client = connect(ingress, '127.0.0.1');
    onTestFinished(() => void client.destroy());
    const seen = { bytes: 0, hasEnded: false };
    client.on('data', ({ length }) => (seen.bytes += length)).once('close', () => (seen.hasEnded = true));
    client.write('GET / HTTP/1.1\r\nhost: gateway\r\nconnection: close\r\n\r\n');
    return { client, seen };
  }

  it('goes on when its client does, who was the one to pause', async () => {
    const film = Buffer.alloc(32 * 1024 * 1024);
    const { client, seen } = await download((_request, response) => response.end(film));
    await waitFor(() => seen.bytes > 0, 'it has begun');
    client.pause();
    await wait(2.5 * timeoutMs);
    client.resume();
    await waitFor(() => seen.hasEnded, 'it has come to its end');
    expect(seen.bytes).toBeGreaterThan(film.length);
  });

  it('is cut where nothing comes from the service', async () => {
    const { seen } = await download((_request, response) => {
      response.writeHead(200, { 'content-length': 1_000 }).write('the beginning');
    });
    await waitFor(() => seen.hasEnded, 'it is cut');
    expect(seen.bytes).toBeGreaterThan(0);
  });
});
