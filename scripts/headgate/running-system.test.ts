import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findRunningSystem } from './running-system.ts';

const home = mkdtempSync(join(tmpdir(), 'headgate-home-'));
afterAll(() => rmSync(home, { recursive: true }));

test('a home in which nothing runs has no system', () => {
  expect(findRunningSystem(home)).toBeUndefined();
});

test('the account service, the ledger and media-api of a running system are found', () => {
  const instance = { pid: 1, metricsUrl: 'x' };
  const admin = { username: 'root', password: 'p' };
  const services = {
    account: [{ ...instance, rpcAddress: '127.0.0.1:7' }],
    ledger: [{ ...instance, rpcAddress: '127.0.0.1:8' }],
    'media-api': [{ ...instance, rpcAddress: '127.0.0.1:9' }],
  };
  writeFileSync(
    join(home, 'dev.json'),
    JSON.stringify({ sandboxUrl: 'http://s', baseUrl: 'http://b', admin, services }),
  );
  expect(findRunningSystem(home)).toEqual({
    accountAddress: '127.0.0.1:7',
    ledgerAddress: '127.0.0.1:8',
    mediaAddress: '127.0.0.1:9',
    sandboxUrl: 'http://s',
    baseUrl: 'http://b',
    admin: { username: 'root', password: 'p' },
  });
});
