import { expect, test } from 'vitest';
import { readAccountConfig } from './config.ts';

const env = {
  DATABASE_URL: 'postgres://db/headgate',
  NATS_URL: 'nats://nats:4222',
  HEADGATE_RPC_PORT: '9090',
  HEADGATE_LEDGER_ADDRESS: 'ledger:9090',
  HEADGATE_MASTER_KEY: Buffer.alloc(32).toString('base64'),
};

test('it keeps to as many connections of the database as it is told, as the other services do', () => {
  expect(readAccountConfig(env).databaseConnections).toBe(10);
  expect(readAccountConfig({ ...env, HEADGATE_DATABASE_CONNECTIONS: '4' }).databaseConnections).toBe(4);
});
