import { VersionsAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';
import { versionsSubject } from '@headgate/proto/subjects';
import { call } from '@headgate/runtime/rpc/client';
import { createTestDatabase, type TestDatabase } from '@headgate/runtime/testing/database';
import { freePort } from '@headgate/runtime/testing/free-port';
import { startTestNatsServer, type TestNatsServer } from '@headgate/runtime/testing/nats-server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { connect } from 'nats';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hashKey } from './keys/text.ts';
import { type AccountProcess, runMigrations, startAccountProcess } from './testing/process.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let database: TestDatabase;
let nats: TestNatsServer;
const processes: AccountProcess[] = [];
beforeAll(async () => {
  [database, nats] = await Promise.all([createTestDatabase(), startTestNatsServer()]);
});
afterAll(async () => {
  await Promise.all(processes.map((process) => process.stop()));
  await Promise.all([database.drop(), nats.stop()]);
});

async function start(): Promise<AccountProcess> {
  const started = await startAccountProcess({
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    HEADGATE_LEDGER_ADDRESS: `127.0.0.1:${await freePort()}`,
  });
  processes.push(started);
  return started;
}

const verify = ({ client }: AccountProcess) =>
  call(client, client.verifyKey, { hash: hashKey('sk-unknown') });

test('it waits for the schema, and serves with neither broker nor ledger there', async () => {
  await nats.kill();
  const account = await start();
  await waitFor(() => account.log().includes('waiting for the database'), 'it waits');
  await expect(verify(account)).rejects.toThrow('UNAVAILABLE');
  await runMigrations(database.url);
  expect(await waitFor(() => verify(account), 'it serves')).toEqual({ key: undefined, keysVersion: 1n });
  const { version, catalog } = await call(account.client, account.client.getCatalog, {
    afterVersion: 0n,
    unreadableChannels: 0,
  });
  expect({ version, groups: catalog?.groups }).toEqual({ version: 1n, groups: [] });
});

test('replicas announce what the database says, whichever of them lives', async () => {
  await runMigrations(database.url);
  await nats.restart();
  const [one, other] = [await start(), await start()];
  await Promise.all([one, other].map((account) => waitFor(() => verify(account), 'it serves')));
  const connection = await connect({ servers: nats.url });
  const heard: VersionsAnnounced[] = [];
  connection.subscribe(versionsSubject, {
    callback: (_, message) => heard.push(VersionsAnnounced.decode(message.data)),
  });
  await waitFor(() => heard.length > 4, 'announcements');
  const owner = new Client({ connectionString: database.url });
  await owner.connect();
  for (const [victim, version] of [
    [one, 20n],
    [other, 30n],
  ] as const) {
    await owner.query('update account.versions set keys_version = $1', [version]);
    await waitFor(() => heard.at(-1)?.keysVersion === version, 'the new version is announced');
    victim.child.kill('SIGKILL');
  }
  // The first test's process is left, and still speaks.
  await owner.query('update account.versions set catalog_version = 99');
  await waitFor(() => heard.at(-1)?.catalogVersion === 99n, 'the last one announces');
  await owner.end();
  await connection.close();
});

test('SIGTERM ends it cleanly', async () => {
  const account = await start();
  await waitFor(() => verify(account), 'it serves');
  await account.stop();
  expect(account.child.exitCode).toBe(0);
});
