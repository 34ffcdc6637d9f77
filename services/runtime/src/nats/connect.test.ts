import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Events } from 'nats';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../log.ts';
import { createTestAuthority } from '../testing/certificates.ts';
import { startConfiguredNatsServer } from '../testing/configured-nats-server.ts';
import { waitFor } from '../testing/wait-for.ts';
import { connectNats } from './connect.ts';

const log = createLog('test', 'silent');

/** That a broker takes one user. */
function guardedBy(password: string): string {
  return `authorization { user: me, password: ${password} }`;
}

test('a connection outlives a broker that refuses it for a while, and tells that it is away and back once', async () => {
  const server = await startConfiguredNatsServer(guardedBy('right'));
  const seen: string[] = [];
  const connection = await connectNats({
    url: `nats://me:right@${server.address}`,
    name: 'test',
    log,
    onConnect: () => seen.push('there'),
    onDisconnect: () => seen.push('away'),
  });
  onTestFinished(() => connection.close());
  let refusals = 0;
  void (async () => {
    for await (const { type } of connection.status()) if (type === Events.Error) refusals += 1;
  })();
  server.configure(guardedBy('other'));
  await waitFor(() => refusals > 2 || connection.isClosed(), 'it is refused again and again');
  server.configure(guardedBy('right'));
  await waitFor(() => seen.length > 2 || connection.isClosed(), 'it is taken again');
  await connection.flush();
  expect(seen).toEqual(['there', 'away', 'there']);
});

test('what keeps a connection from a broker is told, the first one and one that was lost', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'headgate-nats-authority-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const ours = await (await createTestAuthority()).issue(join(directory, 'ours'), 'localhost');
  const others = await (await createTestAuthority()).issue(join(directory, 'others'), 'localhost');
  const authority = join(directory, 'ca.crt');
  copyFileSync(others.authority, authority);
  const encrypted = `tls { cert_file: "${ours.certificate}", key_file: "${ours.key}" }`;
  const server = await startConfiguredNatsServer(encrypted);
  const lines: { msg: string; err?: { code?: string } }[] = [];
  const waits = (): (string | undefined)[] =>
    lines.filter(({ msg }) => msg.startsWith('waiting for NATS')).map(({ err }) => err?.code);

  const connecting = connectNats({
    url: `tls://localhost:${server.address.split(':')[1]}`,
    name: 'test',
    log: createLog('test', 'info', { write: (line) => lines.push(JSON.parse(line)) }),
    security: { nats: { authority } },
  });
  await waitFor(() => waits().length > 0, 'the first wait is told');
  copyFileSync(ours.authority, authority);
  const connection = await connecting;
  onTestFinished(() => connection.close());

  copyFileSync(others.authority, authority);
  server.configure(`${encrypted}\n${guardedBy('other')}`);
  await waitFor(() => waits().length > 1, 'the second wait is told');
  server.configure(encrypted);
  copyFileSync(ours.authority, authority);
  await waitFor(() => lines.some(({ msg }) => msg === 'NATS is back'), 'it is back');
  expect(waits()).toEqual(Array(2).fill('UNABLE_TO_VERIFY_LEAF_SIGNATURE'));
});

test('of a connection that was closed while the broker was away nobody looks why', async () => {
  const server = await startConfiguredNatsServer(guardedBy('right'));
  let isAway = false;
  const connection = await connectNats({
    url: `nats://me:right@${server.address}`,
    name: 'test',
    log,
    onDisconnect: () => {
      isAway = true;
    },
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  server.configure(guardedBy('other'));
  await vi.waitFor(() => expect(isAway).toBe(true));
  const before = vi.getTimerCount();
  await connection.close();
  expect(vi.getTimerCount()).toBeLessThan(before);
});
