/** A proxy that is reached over TLS, over real connections. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createSecureServer, type Server } from 'node:https';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Client } from 'undici';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { boundPort, listen } from '../../operations.ts';
import { createTestAuthority, type TestAuthority } from '../../testing/certificates.ts';
import { createConnector } from './connector.ts';
import { egress } from './egress.ts';

let authority: TestAuthority;
let folder: string;

beforeEach(async () => {
  authority = await createTestAuthority();
  folder = mkdtempSync(join(tmpdir(), 'egress-'));
  const known = getCACertificates('default');
  const files = await authority.issue(folder, 'any.test');
  setDefaultCACertificates([...known, readFileSync(files.authority, 'utf8')]);
  return () => {
    setDefaultCACertificates(known);
    rmSync(folder, { recursive: true });
  };
});

async function startSecure(name: string): Promise<Server> {
  const files = await authority.issue(folder, name);
  const [key, cert] = [files.key, files.certificate].map((file) => readFileSync(file));
  const server = createSecureServer({ key, cert });
  await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  return server;
}

/** A client of `https://vendor.test`, and the connection by which the proxy, called `name`, reaches it. */
async function throughProxy(name: string) {
  const host = await startSecure('vendor.test');
  host.on('request', (_request, response) => response.end('from within'));
  const proxy = await startSecure(name);
  const clients: Socket[] = [];
  proxy.on('connection', (socket: Socket) => clients.push(socket));
  proxy.on('connect', (_request, client) => {
    const led = connect(boundPort(host), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      led.pipe(client).pipe(led);
    });
    client.on('error', () => led.destroy());
    led.on('error', () => client.destroy());
  });
  const env = { HEADGATE_EGRESS_PROXY: `https://localhost:${boundPort(proxy)}` };
  const through = readConfig(env, { egress: egress() }).egress;
  const client = new Client('https://vendor.test', { connect: createConnector(through, { timeout: 5_000 }) });
  onTestFinished(() => client.destroy());
  return { client, clients };
}

test('a proxy over TLS proves its own name, and the host within the tunnel its own', async () => {
  const { client, clients } = await throughProxy('localhost');
  const answer = await client.request({ path: '/', method: 'GET' });
  expect(await answer.body.text()).toBe('from within');
  // Lost between two requests, it is made anew.
  clients[0]?.resetAndDestroy();
  await new Promise((resolve) => client.once('disconnect', resolve));
  expect((await client.request({ path: '/', method: 'GET' })).statusCode).toBe(200);
});

test('a proxy over TLS whose certificate has the name of the host, and not its own, gets no tunnel', async () => {
  const { client } = await throughProxy('vendor.test');
  await expect(client.request({ path: '/', method: 'GET' })).rejects.toMatchObject({
    code: 'EGRESS_PROXY_UNREACHABLE',
  });
});
