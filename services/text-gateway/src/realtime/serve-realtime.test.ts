/** Upgrades as ingress hands them on, to upstreams that a test plays. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Catalog as CatalogMessage } from '@headgate/proto/gen/headgate/account/v1/account';
import { type Close, Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import { RealtimeOpen } from '@headgate/proto/gen/headgate/text/v1/text';
import { callerHeader, writeCaller } from '@headgate/proto/internal-headers';
import { createLog } from '@headgate/runtime/log';
import { plain } from '@headgate/runtime/security/security';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createWindowNames } from '../budgets/window-names.ts';
import { indexBounds } from '../catalog/bounds.ts';
import { indexCatalog } from '../catalog/catalog.ts';
import type { GatewayContext } from '../context.ts';
import { openTestJournal } from '../testing/journals.ts';
import { startTcpServer } from '../testing/tcp-server.ts';
import { createTestServing } from '../testing/test-serving.ts';
import { createPools } from '../upstream-call/pools.ts';
import { serveRealtime } from './serve-realtime.ts';

const rates = { group: 'default', model: 'm', input: 1n, output: 1n, call: 0n, metered: [] };

/** A gateway with one upstream, and what it closes. */
async function startGateway(serve: (socket: Socket) => void) {
  const dir = mkdtempSync(join(tmpdir(), 'headgate-realtime-'));
  const upstream = await startTcpServer(serve);
  const channel = { id: 1n, provider: 'openai', keys: ['key'], weight: 1, groups: ['default'] };
  const models = [{ name: 'm', upstream: 'm', priceModel: 'm' }];
  const baseUrl = `http://127.0.0.1:${upstream.port}`;
  const catalogOf = (version: bigint, members = {}) =>
    indexCatalog(
      version,
      CatalogMessage.fromPartial({ channels: [{ ...channel, baseUrl, models, ...members }] }),
    );
  let catalog = catalogOf(1n);
  /** The channel is another one from now on. */
  const change = (members: object): void => {
    catalog = catalogOf(catalog.version + 1n, members);
  };
  const { context: base } = createTestServing({ pools: createPools(), stream: true });
  const closes: Close[] = [];
  const lines: string[] = [];
  const context = {
    ...base,
    log: createLog('text-gateway', 'info', { write: (line) => lines.push(line) }),
    run: 'run',
    journal: openTestJournal(dir),
    catalog: { current: () => catalog },
    heartbeat: { isValid: () => true, bounds: () => indexBounds(1n, [rates]) },
    windows: createWindowNames(Date.now),
    stopping: new AbortController().signal,
    publisher: { publish: ({ close }: { close: Close }) => closes.push(close) },
    observe: () => undefined,
  } as unknown as GatewayContext;
  const gateway = await serveRealtime(context, plain);
  onTestFinished(async () => {
    upstream.stop();
    await gateway.stop(0);
    rmSync(dir, { recursive: true });
  });
  return { context, change, closes, lines, port: gateway.port };
}

function signedCaller({ config }: Pick<GatewayContext, 'config'>): string {
  const open = RealtimeOpen.fromPartial({
    ...{ requestId: 'session', model: 'm', expiresAtMs: BigInt(Date.now() + 60_000) },
    caller: { group: 'default', purses: [{ id: 'key:1', limited: false }] },
  });
  return writeCaller(open, config.callerSecret);
}

function upgrade(context: Pick<GatewayContext, 'config'>): string {
  const handshake = 'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
  const signed = `${callerHeader}: ${signedCaller(context)}\r\n`;
  return `GET /v1/realtime HTTP/1.1\r\nhost: a\r\nconnection: Upgrade\r\nupgrade: websocket\r\n${handshake}${signed}\r\n`;
}

test.each(['destroy', 'resetAndDestroy'] as const)(
  'a client that leaves before it is answered (%s) is dialled for no longer',
  async (leave) => {
    const dials: Socket[] = [];
    const { context, closes, port } = await startGateway((socket) => void dials.push(socket.resume()));
    const client = connect(port, '127.0.0.1');
    client.write(upgrade(context));
    await waitFor(() => dials.length === 1, 'an upstream is dialled');
    client[leave]();
    await waitFor(() => dials[0]?.closed && closes.length === 1, 'the dial is given up', {
      timeoutMs: 5_000,
    });
    expect(closes).toMatchObject([{ ending: Ending.CLIENT_GONE, consumed: 0n }]);
  },
);

test('a session whose ingress has another secret is no fault of its client, and the log says what to look at', async () => {
  const { context, port, lines } = await startGateway((socket) => void socket.destroy());
  const { config } = context;
  const client = connect(port, '127.0.0.1');
  const answered = once(client, 'data');
  client.write(upgrade({ config: { ...config, callerSecret: { current: randomBytes(32), others: [] } } }));
  expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 500 /);
  const message = expect.stringContaining('HEADGATE_CALLER_SECRET');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'error', err: { message } }]);
});

const changes: [string, object][] = [
  ['is switched off', { id: 2n }],
  ['has another key', { keys: ['other'] }],
  ['gives its model up', { models: [{ name: 'm', upstream: 'other', priceModel: 'm' }] }],
];

test.each(changes)('a session ends behind its response once its channel %s', async (_what, members) => {
  const http = createServer();
  const dialled = once(new WebSocketServer({ server: http }), 'connection');
  const { context, change, closes, port } = await startGateway((socket) => http.emit('connection', socket));
  const client = new WebSocket(`ws://127.0.0.1:${port}`, {
    headers: { [callerHeader]: signedCaller(context) },
  });
  const heard: string[] = [];
  client.on('message', (data) => heard.push(JSON.parse(String(data)).type));
  const closed = once(client, 'close');
  const [upstream] = await dialled;
  const say = (type: string, response = {}): void => upstream.send(JSON.stringify({ type, response }));
  say('response.created', { id: 'r' });
  await waitFor(() => heard.includes('response.created'), 'a response is under way');

  change(members);
  const ask = (): void => client.send(JSON.stringify({ type: 'response.create' }));
  await waitFor(() => heard.includes('error') || void ask(), 'no more responses are taken');
  expect(client.readyState).toBe(WebSocket.OPEN);
  say('response.done', { id: 'r', usage: { input_tokens: 3, output_tokens: 2 } });

  expect((await closed)[0]).toBe(1001);
  expect(heard.filter((type) => type !== 'error')).toEqual(['response.created', 'response.done']);
  await waitFor(() => closes.length === 2, 'both records are closed');
  expect(closes[0]).toMatchObject({ ref: 'session', usage: { inputFresh: 3n, outputVisible: 2n } });
});
