/** Certificates that are exchanged under running processes, a file after the other. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HealthClient } from '@headgate/proto/gen/grpc/health/v1/health';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHealth } from '../health.ts';
import { createLog } from '../log.ts';
import type { TlsFiles } from '../security/security.ts';
import { createTestAuthority, type TestAuthority } from '../testing/certificates.ts';
import { waitFor } from '../testing/wait-for.ts';
import { call } from './client.ts';
import { healthService } from './health-service.ts';
import { connectReplica } from './replicas.ts';
import { startRpcServer } from './server.ts';

const directory = mkdtempSync(join(tmpdir(), 'headgate-credentials-'));
const rereadMs = 60_000;
const stops: (() => unknown)[] = [];
let authority: TestAuthority;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  authority = await createTestAuthority();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const stop of stops.splice(0).reverse()) await stop();
});
afterAll(() => rmSync(directory, { recursive: true }));

async function issue(name: string, folder = name): Promise<TlsFiles> {
  return { ...(await authority.issue(join(directory, folder), name)), rereadMs };
}

/** Exchanges the certificate and not its key, and lets the files be read. */
async function exchangeHalf(files: TlsFiles, name: string): Promise<void> {
  copyFileSync((await issue(name, `${name}-next`)).certificate, files.certificate);
  vi.advanceTimersByTime(rereadMs);
}

async function exchangeForExpired(files: TlsFiles, name: string): Promise<void> {
  const twoDaysAgo = Date.now() - 2 * 24 * 60 * 60_000;
  const expired = await authority.issue(join(directory, `${name}-expired`), name, twoDaysAgo);
  copyFileSync(expired.certificate, files.certificate);
  copyFileSync(expired.key, files.key);
}

async function serve(tls: TlsFiles, port = 0) {
  const service = healthService({
    health: createHealth(),
    log: createLog('test', 'silent'),
    stopping: new AbortController().signal,
  });
  const server = await startRpcServer({ host: '127.0.0.1', port }, [service], { tls, nats: {} });
  stops.push(() => server.stop(100));
  return server;
}

function connect(port: number, tls: TlsFiles) {
  const replica = { target: `ipv4:127.0.0.1:${port}`, name: 'bakery' };
  const client = connectReplica(HealthClient, replica, { tls, nats: {} });
  stops.push(() => client.close());
  return () => call(client, client.check, { service: '' });
}

test('a server whose certificate has no key yet takes connections with the one before', async () => {
  const bakery = await issue('bakery');
  const mill = await issue('mill');
  const { port } = await serve(bakery);
  await connect(port, mill)();
  await exchangeHalf(bakery, 'bakery');
  // Several, since nobody tells when the files were read.
  for (let count = 0; count < 20; count += 1) expect(await connect(port, mill)()).toBeDefined();
});

test('a client whose certificate has no key yet connects with the one before', async () => {
  const bakery = await issue('bakery');
  const mill = await issue('mill');
  const first = await serve(bakery);
  const ask = connect(first.port, mill);
  await ask();
  await exchangeHalf(mill, 'mill');
  for (let count = 0; count < 20; count += 1) await connect(first.port, bakery)();
  await first.stop(100);
  await serve(bakery, first.port);
  await waitFor(ask, 'it is answered over a new connection');
});

test.each<[string, (files: TlsFiles) => unknown]>([
  ['waits for its key', (files) => exchangeHalf(files, 'mill')],
  ['is gone for a moment', ({ certificate }) => rmSync(certificate)],
  ['gives way to one that has expired', (files) => exchangeForExpired(files, 'mill')],
])('replicas that come while a certificate %s are called with the one before', async (_, exchange) => {
  const { port } = await serve(await issue('bakery'));
  const mill = await issue('mill');
  await connect(port, mill)();
  await exchange(mill);
  expect(await connect(port, mill)()).toBeDefined();
});

test('a client reads nothing any more once it is closed', async () => {
  const { port } = await serve(await issue('bakery'));
  const before = vi.getTimerCount();
  const ask = connect(port, await issue('mill'));
  await ask();
  await stops.pop()?.();
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(before));
});
