/** What leaves through a proxy, over real connections. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Client } from 'undici';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { boundPort, listen } from '../../operations.ts';
import { createTestAuthority } from '../../testing/certificates.ts';
import { startEgressProxy, type TestEgressProxy } from '../../testing/egress-proxy.ts';
import { send } from '../../webhooks/send.ts';
import { createOpenHop } from '../open-hop.ts';
import { createConnector } from './connector.ts';
import { createFetch } from './create-fetch.ts';
import { type Egress, egress } from './egress.ts';
import { openTunnel } from './open-tunnel.ts';

let proxy: TestEgressProxy;
let lead: (authority: string) => { port: number } | { status: number };
let through: Egress;

beforeEach(async () => {
  proxy = await startEgressProxy((authority) => lead(authority));
  through = by(proxy.url);
  return () => proxy.stop();
});

function by(url: string): Egress {
  return readConfig({ HEADGATE_EGRESS_PROXY: url }, { egress: egress() }).egress;
}

/** A server of this machine, which tunnels lead to from now on. */
async function startHost(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  const port = boundPort(server);
  lead = () => ({ port });
  return port;
}

async function open(
  url = proxy.url,
  { withinMs = 5_000, signal }: { withinMs?: number; signal?: AbortSignal } = {},
) {
  const found = by(url).proxyTo('vendor.test');
  if (!found) throw new Error('there is no proxy');
  return openTunnel(found, { host: 'vendor.test', port: 443 }, { withinMs, ...(signal && { signal }) });
}

async function startTcp(serve: Parameters<typeof createTcpServer>[1]): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    serve?.(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}

test('a tunnel brings what its host says first, and outlives the time that it was given to open', async () => {
  const url = await startTcp((socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\nhello'));
    socket.on('data', (said) => String(said) === 'bye' && socket.end('so long'));
  });
  const gone = new AbortController();
  const tunnel = await open(url, { withinMs: 200, signal: gone.signal });
  expect(String((await once(tunnel, 'data'))[0])).toBe('hello');
  gone.abort();
  await new Promise((resolve) => setTimeout(resolve, 300));
  tunnel.write('bye');
  expect(await text(tunnel)).toBe('so long');
});

test.each([403, 407, 502])('a proxy that refuses with %i is told of by its status', async (status) => {
  lead = () => ({ status });
  await expect(open()).rejects.toMatchObject({ code: `EGRESS_PROXY_${status}` });
});

test('a proxy that says nothing is not waited for', async () => {
  const url = await startTcp(() => undefined);
  await expect(open(url, { withinMs: 50 })).rejects.toMatchObject({ code: 'EGRESS_PROXY_TIMEOUT' });
});

test.each<[string, Parameters<typeof createTcpServer>[1]]>([
  ['hangs up', (socket) => socket.destroy()],
  ['speaks no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH\r\n\r\n')],
])('a proxy that %s cannot be reached', async (_what, serve) => {
  const url = await startTcp(serve);
  await expect(open(url)).rejects.toMatchObject({ code: 'EGRESS_PROXY_UNREACHABLE' });
});

test('who is gone waits for no tunnel', async () => {
  const url = await startTcp(() => undefined);
  await expect(open(url, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'EGRESS_PROXY_GIVEN_UP',
  });
});

test('TLS is with the host itself, whose name its certificate must have', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'egress-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = await (await createTestAuthority()).issue(folder, 'vendor.test');
  const [key, cert, ca] = [files.key, files.certificate, files.authority].map((file) => readFileSync(file));
  const server = createSecureServer({ key, cert }, (request, response) => response.end(request.headers.host));
  await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  lead = () => ({ port: boundPort(server) });
  const ask = async (origin: string) => {
    const client = new Client(origin, { connect: createConnector(through, { timeout: 5_000, ca }) });
    onTestFinished(() => client.destroy());
    return (await client.request({ path: '/', method: 'GET' })).body.text();
  };
  expect(await ask('https://vendor.test')).toBe('vendor.test');
  await expect(ask('https://other.test:8443')).rejects.toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
  expect(proxy.asked.map(({ authority }) => authority)).toEqual(['vendor.test:443', 'other.test:8443']);
});

test('what a client points at is tunnelled to where its host was checked to be', async () => {
  await startHost((request, response) => response.end(`a film of ${request.headers.host}`));
  const order = { headers: {}, signal: AbortSignal.timeout(5_000) };
  const hop = await createOpenHop(through)(
    new URL('http://media.test/a.mp4'),
    ['192.0.2.1', '192.0.2.2'],
    order,
  );
  onTestFinished(hop.close);
  expect(await text(hop.answer.body)).toBe('a film of media.test');
  expect(proxy.asked).toEqual([{ authority: '192.0.2.1:80', authorization: undefined }]);
});

test('a webhook is delivered through it, signed in with what its URL holds', async () => {
  let received = '';
  await startHost(async (request, response) => {
    received = await text(request);
    response.end();
  });
  const signedIn = by(proxy.url.replace('://', '://gate:secret@'));
  const tools = { mayConnect: () => true, resolve: async () => ['192.0.2.1'], egress: signedIn };
  const hook = { headers: {}, body: '{"a":1}' };
  const sent = await send(new URL('http://hooks.test:8080/'), hook, tools, AbortSignal.timeout(5_000));
  expect([sent, received]).toEqual([{ kind: 'delivered' }, '{"a":1}']);
  const authorization = `Basic ${Buffer.from('gate:secret').toString('base64')}`;
  expect(proxy.asked).toEqual([{ authority: '192.0.2.1:8080', authorization }]);
});

test.each(['http:', 'https:'])(
  'a webhook names its host as it does without a proxy, and no port that its %s URL does not have',
  async (protocol) => {
    const folder = mkdtempSync(join(tmpdir(), 'egress-'));
    const known = getCACertificates('default');
    onTestFinished(() => {
      setDefaultCACertificates(known);
      rmSync(folder, { recursive: true });
    });
    const files = await (await createTestAuthority()).issue(folder, 'hooks.test');
    setDefaultCACertificates([...known, readFileSync(files.authority, 'utf8')]);
    const [key, cert] = [files.key, files.certificate].map((file) => readFileSync(file));
    const server = protocol === 'https:' ? createSecureServer({ key, cert }) : createServer();
    const named: (string | undefined)[] = [];
    server.on('request', (request, response) => {
      named.push(request.headers.host);
      response.end();
    });
    await listen(server, { host: '127.0.0.1', port: 0 });
    onTestFinished(() => void server.close());
    lead = () => ({ port: boundPort(server) });
    const tools = { mayConnect: () => true, resolve: async () => ['192.0.2.1'], egress: through };
    for (const port of ['', ':8443']) {
      const url = new URL(`${protocol}//hooks.test${port}/`);
      const hook = { headers: {}, body: '{}' };
      expect(await send(url, hook, tools, AbortSignal.timeout(5_000))).toEqual({ kind: 'delivered' });
    }
    expect(named).toEqual(['hooks.test', 'hooks.test:8443']);
  },
);

test('a webhook that the proxy lets nobody reach has failed', async () => {
  lead = () => ({ status: 403 });
  const tools = { mayConnect: () => true, resolve: async () => ['192.0.2.1'], egress: through };
  const sent = send(
    new URL('https://hooks.test/'),
    { headers: {}, body: '{}' },
    tools,
    AbortSignal.timeout(5_000),
  );
  expect(await sent).toEqual({ kind: 'failed', problem: 'cannot be reached', isFinal: false });
});

test('a fetch goes through it', async () => {
  await startHost((request, response) => response.end(request.headers.host));
  const answer = await createFetch(through)('http://issuer.test/.well-known/openid-configuration');
  expect(await answer.text()).toBe('issuer.test');
});

test.each(['localhost', '127.0.0.1', '[::1]'])(
  '%s is this machine, to which no proxy leads',
  async (host) => {
    lead = () => ({ status: 403 });
    const server = createServer((_request, response) => response.end('near'));
    await listen(server, { host: host === '[::1]' ? '::1' : '127.0.0.1', port: 0 });
    onTestFinished(() => void server.close());
    const answer = await createFetch(through)(`http://${host}:${boundPort(server)}/`);
    expect([await answer.text(), proxy.asked]).toEqual(['near', []]);
  },
);
