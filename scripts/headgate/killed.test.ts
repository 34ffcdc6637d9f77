import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountClient } from '@headgate/proto/gen/headgate/account/v1/account';
import { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { call, connectRpc } from '@headgate/runtime/rpc/client';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCommand } from './testing/run-command.ts';
import { startTestSystem, type TestSystem } from './testing/start-system.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let system: TestSystem;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headgate-killed-'));
  system = await startTestSystem();
});
afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true, force: true });
});

const yaml = `
users: [{ username: root, role: root }]
keys: [{ name: ci, key: sk-ci-0123456789abcdef, quota_usd: 10 }]
`;
const hash = createHash('sha256').update('sk-ci-0123456789abcdef').digest();

/** Holds the account's transaction after every purse is opened, where a key's row would be written. */
async function holdCommit(owner: Client): Promise<void> {
  await owner.query(`create function account.hold_commit() returns trigger language plpgsql
                     as $$ begin perform pg_sleep(600); return new; end $$`);
  await owner.query(`create trigger hold_commit before insert on account.keys
                     for each row execute function account.hold_commit()`);
  await owner.query('grant execute on function account.hold_commit to public');
}

test('account killed between a purse and its row: the purse is an orphan, and applying again succeeds', async () => {
  const file = join(folder, 'headgate.yaml');
  await writeFile(file, yaml);
  const apply = () => runCommand(['apply', file], { HEADGATE_ACCOUNT_ADDRESS: system.accountAddress });
  const owner = new Client({ connectionString: system.databaseUrl });
  await owner.connect();
  await holdCommit(owner);

  // The command tries again by itself: the kill breaks its call, and the next one is served.
  const applying = apply();
  const held = await waitFor(async () => {
    const { rows } = await owner.query(
      `select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    );
    return rows[0];
  }, 'the transaction is held');
  await system.killAccount();
  await owner.query('select pg_terminate_backend($1)', [held.pid]);
  await owner.query('drop function account.hold_commit cascade');
  system.restartAccount();
  const { status, stdout, stderr } = await applying;
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('key ci: added\n');

  const account = connectRpc(AccountClient, system.accountAddress);
  const ledger = connectRpc(LedgerClient, system.ledgerAddress);
  const { key } = await call(account, account.verifyKey, { hash });
  const orphan = 'key:1';
  const own = `key:${key?.id}`;
  expect(own).not.toBe(orphan);
  const { purses } = await call(ledger, ledger.getPurses, { purses: [orphan, own] });
  expect(purses.map(({ granted }) => granted)).toEqual([5_000_000n, 5_000_000n]);
  expect((await apply()).stdout).toBe('nothing to change\n');
  for (const client of [account, ledger]) client.close();
  await owner.end();
});
