import { createHealth } from '@headgate/runtime/health';
import { createLog } from '@headgate/runtime/log';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';
import type { Versions } from './store.ts';
import { watchVersions } from './watch.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let account: TestAccount;
let stopping: AbortController;
const health = createHealth();
health.started();
beforeEach(async () => {
  account = await createTestAccount();
  stopping = new AbortController();
});
afterEach(async () => {
  stopping.abort();
  await account.stop();
});

function watch(): { seen: { versions: Versions; atMs: number }[] } {
  const seen: { versions: Versions; atMs: number }[] = [];
  void watchVersions({
    knex: account.context.knex,
    log: createLog('account', 'silent'),
    condition: health.condition('database'),
    onVersions: (versions) => seen.push({ versions, atMs: Date.now() }),
    signal: stopping.signal,
  });
  return { seen };
}

test('the versions are handed on every 500 ms, whoever changed them', async () => {
  const { seen } = watch();
  await waitFor(() => seen.length >= 3, 'three readings');
  const pauses = seen.slice(1).map(({ atMs }, index) => atMs - (seen[index]?.atMs ?? 0));
  for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(490);
  await account.context.knex('versions').update({ keys_version: 40n });
  await waitFor(() => seen.at(-1)?.versions.keysVersion === 40n, 'the change is seen');
});

test('a database that goes away makes the process not ready until it is back', async () => {
  const { seen } = watch();
  await waitFor(() => health.report().ready, 'ready');
  const name = new URL(account.ownerUrl).pathname.slice(1);
  const elsewhere = new URL(account.ownerUrl);
  elsewhere.pathname = '/postgres';
  const owner = new Client({ connectionString: elsewhere.href });
  await owner.connect();
  await owner.query(`alter database ${name} with allow_connections false`);
  await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await waitFor(() => !health.report().ready, 'not ready');
  expect(health.report().waitingFor).toEqual(['database: the database does not answer']);
  const readings = seen.length;
  await owner.query(`alter database ${name} with allow_connections true`);
  await waitFor(() => health.report().ready, 'ready again');
  expect(seen.length).toBeGreaterThan(readings);
  await owner.end();
});
