import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Events } from 'nats';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../log.ts';
import { freePort } from '../testing/free-port.ts';
import { waitFor } from '../testing/wait-for.ts';
import { connectNats } from './connect.ts';

const log = createLog('test', 'silent');

/** A broker that takes one user, whose password may be changed under those who are connected. */
async function startGuarded(password: string) {
  const directory = mkdtempSync(join(tmpdir(), 'headgate-nats-'));
  const port = await freePort();
  const settings = join(directory, 'nats.conf');
  const guardBy = (word: string): void => {
    writeFileSync(settings, `listen: "127.0.0.1:${port}"\nauthorization { user: me, password: ${word} }\n`);
  };
  guardBy(password);
  const server = spawn(process.env.HEADGATE_NATS_SERVER ?? 'nats-server', ['--config', settings], {
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
    rmSync(directory, { recursive: true });
  });
  return {
    url: `nats://me:right@127.0.0.1:${port}`,
    takes(word: string) {
      guardBy(word);
      server.kill('SIGHUP');
    },
  };
}

test('a connection outlives a broker that refuses it for a while, and tells that it is away and back once', async () => {
  const server = await startGuarded('right');
  const seen: string[] = [];
  const connection = await connectNats({
    url: server.url,
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
  server.takes('other');
  await waitFor(() => refusals > 2 || connection.isClosed(), 'it is refused again and again');
  server.takes('right');
  await waitFor(() => seen.length > 2 || connection.isClosed(), 'it is taken again');
  await connection.flush();
  expect(seen).toEqual(['there', 'away', 'there']);
});
