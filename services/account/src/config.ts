import { port, readConfig, secretBytes, text } from '@headgate/runtime/config';
import type { DatabaseLocation } from '@headgate/runtime/postgres/database-url';

/** The schema of this service's tables. */
export const schema = 'account';

export interface AccountConfig {
  database: DatabaseLocation;
  natsUrl: string;
  rpcHost: string;
  rpcPort: number;
  /** Any grpc-js target. */
  ledgerAddress: string;
  /** 32 bytes that provider secrets are sealed under. */
  masterKey: Buffer;
}

const databaseFields = {
  ownerUrl: text('DATABASE_URL', ''),
  serviceUrl: text('HEADGATE_ACCOUNT_DATABASE_URL', ''),
};

/** What the service needs; throws one ConfigError that names every problem. */
export function readAccountConfig(env: NodeJS.ProcessEnv): AccountConfig {
  const { ownerUrl, serviceUrl, ...rest } = readConfig(env, {
    ...databaseFields,
    natsUrl: text('NATS_URL'),
    rpcHost: text('HEADGATE_RPC_HOST', '127.0.0.1'),
    rpcPort: port('HEADGATE_RPC_PORT'),
    ledgerAddress: text('HEADGATE_LEDGER_ADDRESS'),
    masterKey: secretBytes('HEADGATE_MASTER_KEY', 32),
  });
  return { ...rest, database: { ownerUrl, serviceUrl, schema } };
}

/** All that the migrations need. */
export function readDatabaseLocation(env: NodeJS.ProcessEnv): DatabaseLocation {
  return { ...readConfig(env, databaseFields), schema };
}
