import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { boundPort, listen } from '@headgate/runtime/operations';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, it, onTestFinished } from 'vitest';
import type { Exchange } from '../exchange.ts';
import type { HttpTargets } from './http-targets.ts';
import { proxyTo } from './to-http.ts';

const upgrade =
  'GET /v1/realtime HTTP/1.1\r\nhost: gateway\r\nconnection: Upgrade\r\nupgrade: websocket\r\n' +
  'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';

/** An ingress with one target, and a client that has asked it for an upgrade. */
async function ask(target: string) {
  const avoided: string[] = [];
  const targets: HttpTargets = {
    list: async () => [target],
    choose: async () => target,
    avoid: (one) => void avoided.push(one),
  };
  const proxy = proxyTo(targets);
  let refusals = 0;
  const server = createServer();
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const answer = { onOpen: () => undefined, onRefused: () => (refusals += 1) };
    proxy.upgrade({ request } as Exchange, head, request.headers, answer);
  });
  await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  const client = connect(boundPort(server), '127.0.0.1');
  client.on('error', () => undefined);
  onTestFinished(() => void client.destroy());
  client.write(upgrade);
  return { client, avoided, isRefused: () => refusals === 1 };
}

it('a target that cannot be reached is avoided', async () => {
  const { avoided, isRefused } = await ask('http://127.0.0.1:1');
  await waitFor(isRefused, 'the upgrade is refused');
  expect(avoided).toEqual(['http://127.0.0.1:1']);
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
