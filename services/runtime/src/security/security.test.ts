import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { HealthClient } from '@headgate/proto/gen/grpc/health/v1/health';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createHealth } from '../health.ts';
import { createLog } from '../log.ts';
import { boundPort, listen } from '../operations.ts';
import { call, connectRpc } from '../rpc/client.ts';
import { healthService } from '../rpc/health-service.ts';
import { startRpcServer } from '../rpc/server.ts';
import { createTestAuthority, type TestAuthority } from '../testing/certificates.ts';
import { startTestNameServer } from '../testing/name-server.ts';
import { waitFor } from '../testing/wait-for.ts';
import { createPrivateAgent, createPrivateServer } from './private-http.ts';
import { plain, readSecurity, type Security } from './security.ts';

const directory = mkdtempSync(join(tmpdir(), 'headgate-security-'));
const stops: (() => Promise<void> | void)[] = [];
let ours: TestAuthority;
let others: TestAuthority;

beforeAll(async () => {
  ours = await createTestAuthority();
  others = await createTestAuthority();
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});
afterAll(() => rmSync(directory, { recursive: true }));

async function issue(authority: TestAuthority, name: string, folder = name): Promise<Security> {
  return { tls: { ...(await authority.issue(join(directory, folder), name)), rereadMs: 50 }, nats: {} };
}

describe('calls between services', () => {
  /** Starts a server with its own security, and asks it with another's, by the name `bakery`. */
  async function ask(server: Security, client: Security): Promise<string> {
    const log = createLog('test', 'silent');
    const { signal: stopping } = new AbortController();
    const rpc = await startRpcServer(
      { host: '127.0.0.1', port: 0 },
      [healthService({ health: createHealth(), log, stopping })],
      server,
    );
    const names = await startTestNameServer();
    names.set('bakery', ['127.0.0.1']);
    const made = connectRpc(HealthClient, `dns://${names.address}/bakery:${rpc.port}`, client);
    stops.push(
      names.stop,
      () => rpc.stop(100),
      () => made.close(),
    );
    return call(made, made.check, { service: '' }, { deadlineMs: 5_000 }).then(
      () => 'answered',
      () => 'refused',
    );
  }

  test('are answered where both show a certificate of the same authority', async () => {
    expect(await ask(await issue(ours, 'bakery'), await issue(ours, 'mill'))).toBe('answered');
  });

  test.each([
    ['by a client without a certificate', 'bakery', () => plain],
    ['by a client whom somebody else has signed', 'bakery', () => issue(others, 'mill', 'foreign-mill')],
    ['of a server that is somebody else', 'brewery', () => issue(ours, 'mill')],
  ])('are refused %s', async (_whom, name, client) => {
    expect(await ask(await issue(ours, name), await client())).toBe('refused');
  });

  test('are refused of a server whom somebody else has signed', async () => {
    expect(await ask(await issue(others, 'bakery', 'foreign'), await issue(ours, 'mill'))).toBe('refused');
  });
});

describe('http between services', () => {
  async function start(security: Security): Promise<Server> {
    const server = createPrivateServer(security, {}, (_request, response) => response.end('bread'));
    await listen(server, { host: '127.0.0.1', port: 0 });
    stops.push(() => void server.close());
    return server;
  }

  function get(server: Server, agent: ReturnType<typeof createPrivateAgent>): Promise<string> {
    return new Promise((resolve) => {
      const options = { host: '127.0.0.1', port: boundPort(server), agent: agent ?? false };
      request(options, (response) => response.setEncoding('utf8').once('data', resolve))
        .once('error', () => resolve('refused'))
        .end();
    });
  }

  test('is served to a service, by its address, under its name', async () => {
    const server = await start(await issue(ours, 'bakery'));
    expect(await get(server, createPrivateAgent(await issue(ours, 'mill'), 'bakery'))).toBe('bread');
    expect(await get(server, createPrivateAgent(await issue(ours, 'mill'), 'brewery'))).toBe('refused');
    expect(await get(server, createPrivateAgent(await issue(others, 'spy'), 'bakery'))).toBe('refused');
    expect(await get(server, undefined)).toBe('refused');
  });

  test('goes on over a renewed certificate, without a restart', async () => {
    const server = await start(await issue(ours, 'bakery'));
    const mill = (await issue(ours, 'mill')).tls;
    const serialNumber = (): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket: TLSSocket = connect(
          { host: '127.0.0.1', port: boundPort(server), servername: 'bakery', rejectUnauthorized: false },
          () => resolve(socket.getPeerCertificate().serialNumber),
        );
        socket.once('error', reject);
        stops.push(() => void socket.destroy());
      });
    const before = await serialNumber();
    await issue(ours, 'bakery');
    await waitFor(async () => (await serialNumber()) !== before, 'the new certificate is shown');
    if (mill) expect(await get(server, createPrivateAgent({ tls: mill, nats: {} }, 'bakery'))).toBe('bread');
  });
});

test('files that are missing are named at once', () => {
  const env = { HEADGATE_TLS_DIR: '/nowhere', NATS_CA_FILE: '/nowhere/nats.crt' };
  expect(() => readSecurity(env)).toThrow(
    /\/nowhere\/tls.crt is missing.*\/nowhere\/tls.key is missing.*\/nowhere\/ca.crt is missing.*\/nowhere\/nats.crt is missing/s,
  );
  expect(readSecurity({})).toEqual(plain);
});

test('a certificate and the key of another are refused at the start', async () => {
  const tls = await ours.issue(join(directory, 'pair'), 'bakery');
  const env = { HEADGATE_TLS_DIR: join(directory, 'pair') };
  expect(readSecurity(env).tls).toMatchObject(tls);
  copyFileSync((await ours.issue(join(directory, 'other-pair'), 'bakery')).key, tls.key);
  expect(() => readSecurity(env)).toThrow(
    /HEADGATE_TLS_DIR \(.*pair\) cannot be used: .*key values mismatch/,
  );
});
