import { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { call, connectRpc } from '@headgate/runtime/rpc/client';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCommand, runUnread } from '../testing/run-command.ts';
import { startHungServer } from '../testing/start-hung-server.ts';
import { startTestSystem, type TestSystem } from '../testing/start-system.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let system: TestSystem;
let ledger: LedgerClient;
beforeAll(async () => {
  system = await startTestSystem();
  ledger = connectRpc(LedgerClient, system.ledgerAddress);
});
afterAll(async () => {
  ledger.close();
  await system.stop();
});

const verify = (words: string[] = [], address = system.ledgerAddress) =>
  runCommand(['ledger', 'verify', ...words], { HEADGATE_LEDGER_ADDRESS: address });

test('books that agree end with 0, tampered ones with 1 and with what contradicts', async () => {
  const grant = { unlimited: false, source: 'test', grantedUnits: 500n };
  for (const purse of ['key:1', 'user:1']) await call(ledger, ledger.openPurse, { purse, ...grant });
  const whole = await verify();
  expect(whole).toMatchObject({ status: 0, stderr: '' });
  expect(whole.stdout).toMatch(
    /^2 entries replayed\n\n +compared +contradictions\npurses +2 +0\nlimits +2 +0\n/,
  );

  const asJson = JSON.parse((await verify(['--json'])).stdout);
  expect(asJson).toMatchObject({ entries: '2' });
  expect(asJson.comparisons[0]).toMatchObject({ name: 'purses', compared: '2', contradictions: '0' });

  const owner = new Client({ connectionString: system.databaseUrl });
  await owner.connect();
  await owner.query(`update ledger.purse set used = 7 where id = 'key:1'`);
  await owner.end();
  const tampered = await verify();
  expect(tampered).toMatchObject({ status: 1, stderr: '' });
  expect(tampered.stdout).toContain('\npurses:\n  key:1 used 7, its entries say 0\n');
  const unread = runUnread(['ledger', 'verify'], { HEADGATE_LEDGER_ADDRESS: system.ledgerAddress });
  expect(await unread).toBe(1);
});

test('a balance is told as of now and of the past', async () => {
  const grant = { purse: 'user:past', unlimited: false, source: 'test', grantedUnits: 500n };
  await call(ledger, ledger.openPurse, grant);
  const env = { HEADGATE_LEDGER_ADDRESS: system.ledgerAddress };
  const balance = (...words: string[]) => runCommand(['ledger', 'balance', ...words], env);
  expect(await balance('user:past')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^user:past at \S+Z\ngranted {2}500\nused {5}0\nleft {5}500\n$/),
  });
  const asJson = JSON.parse((await balance('user:past', '--json')).stdout);
  expect(asJson).toMatchObject({ purse: 'user:past', granted: '500', used: '0', left: '500' });
  expect((await balance('user:past', '--at', '2020-01-01T00:00Z')).stdout).toContain('granted  0\n');
  expect(await balance('user:nobody')).toMatchObject({
    status: 1,
    stderr: 'These purses do not exist: user:nobody.\n',
  });
  expect((await balance('user:past', '--at', 'yesterday')).status).toBe(2);
});

test('a ledger that is not there is named, and the command ends with 2', async () => {
  const { status, stderr } = await verify([], '127.0.0.1:1');
  expect(status).toBe(2);
  expect(stderr).toContain('The ledger service at 127.0.0.1:1 does not answer.');
});

test('a ledger that hangs is named at once, not after the hour that it may take', async () => {
  const { address, stop } = await startHungServer();
  expect(await verify([], address)).toEqual({
    status: 2,
    stdout: '',
    stderr: `The ledger service at ${address} did not answer in time. Restart it where it hangs.\n`,
  });
  stop();
});

test('words that it does not know are answered with the usage and 2', async () => {
  for (const words of [['ledger', 'verify', 'twice'], ['ledger', 'burn'], ['ledger']]) {
    const { status, stderr } = await runCommand(words, { HEADGATE_LEDGER_ADDRESS: system.ledgerAddress });
    expect(status).toBe(2);
    expect(stderr).toContain('headgate ledger verify');
  }
});
