import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StatusAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';
import { boundPort, listen } from '@headgate/runtime/operations';
import { createPrivateServer } from '@headgate/runtime/security/private-http';
import type { Security } from '@headgate/runtime/security/security';
import { createTestAuthority, type TestAuthority } from '@headgate/runtime/testing/certificates';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createHttpTargets } from '../processes/http-targets.ts';
import { askConsoles } from './ask-consoles.ts';

const directory = mkdtempSync(join(tmpdir(), 'headgate-ask-consoles-'));
afterAll(() => rmSync(directory, { recursive: true }));
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(answer: (asked: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await listen(server, { host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${boundPort(server)}`;
}

async function hearAll(...targets: string[]): Promise<StatusAnnounced[]> {
  const heard: StatusAnnounced[] = [];
  await askConsoles({ list: async () => targets }, (status) => heard.push(status));
  return heard;
}

const said = { instance: 'one', version: '1.0.0', started_at_ms: 90_000, resident_memory_bytes: 10 };

test('a console says how its process is, and nothing of others', async () => {
  const paths: (string | undefined)[] = [];
  const target = await serve(({ url }, response) => {
    paths.push(url);
    response.end(JSON.stringify({ ...said, service: 'ledger', gauges: { open_holds: 7 }, channels: [{}] }));
  });
  expect(await hearAll(target)).toMatchObject([
    {
      service: 'console',
      instance: 'one',
      version: '1.0.0',
      startedAtMs: 90_000n,
      ready: true,
      gauges: { resident_memory_bytes: 10 },
      channels: [],
    },
  ]);
  expect(paths).toEqual(['/status']);
});

test.each([
  ['something else', (response: ServerResponse) => response.end('<html>')],
  ['less', (response: ServerResponse) => response.end(JSON.stringify({ ...said, version: undefined }))],
  ['a failure', (response: ServerResponse) => response.writeHead(503).end(JSON.stringify(said))],
  [
    'more than a status',
    (response: ServerResponse) => response.end(JSON.stringify({ ...said, more: 'x'.repeat(20_000) })),
  ],
  ['nothing', (response: ServerResponse) => response.destroy()],
  ['nothing in time', (response: ServerResponse) => void response.flushHeaders()],
])('one that answers %s is not heard, and the others are', async (_, answer) => {
  const odd = await serve((_asked, response) => void answer(response));
  const sound = await serve((_asked, response) => response.end(JSON.stringify(said)));
  expect((await hearAll(odd, sound)).map(({ instance }) => instance)).toEqual(['one']);
});

test('where connections are secured, those that show who they are are heard, and nobody else', async () => {
  const [ours, others] = [await createTestAuthority(), await createTestAuthority()];
  const ingress = await issue(ours, 'ingress');
  async function hearOf(authority: TestAuthority, folder: string): Promise<StatusAnnounced[]> {
    const security = await issue(authority, 'localhost', folder);
    const server = createPrivateServer(security, {}, (_asked, response) =>
      response.end(JSON.stringify(said)),
    );
    servers.push(server);
    await listen(server, { host: '127.0.0.1', port: 0 });
    const heard: StatusAnnounced[] = [];
    const targets = createHttpTargets(`localhost:${boundPort(server)}`, { security: ingress });
    await askConsoles(targets, (status) => heard.push(status));
    return heard;
  }
  expect(await hearOf(ours, 'console')).toMatchObject([{ service: 'console', instance: 'one' }]);
  expect(await hearOf(others, 'stranger')).toEqual([]);
});

async function issue(authority: TestAuthority, name: string, folder = name): Promise<Security> {
  return { tls: { ...(await authority.issue(join(directory, folder), name)), rereadMs: 60_000 }, nats: {} };
}
