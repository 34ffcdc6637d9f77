import { integer, port, readConfig, secretBytes, text } from '@headgate/runtime/config';
import type { DatabaseLocation } from '@headgate/runtime/postgres/database-url';

const minutes = 60_000;
const days = 24 * 60 * minutes;

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
  /** How long a response can be gone on from. */
  responsePinMs: number;
  /** Pause between two removals of older pins. */
  responsePinSweepMs: number;
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
    responsePinMs: integer('HEADGATE_RESPONSE_PIN_MS', 30 * days, { min: 1 }),
    responsePinSweepMs: integer('HEADGATE_RESPONSE_PIN_SWEEP_MS', 10 * minutes, { min: 1 }),
  });
  return { ...rest, database: { ownerUrl, serviceUrl, schema } };
}

/** All that the migrations need. */
export function readDatabaseLocation(env: NodeJS.ProcessEnv): DatabaseLocation {
  return { ...readConfig(env, databaseFields), schema };
}
