import {
  age,
  ConfigError,
  integer,
  port,
  postgresUrl,
  readConfig,
  rotatingSecret,
  text,
} from '@headgate/runtime/config';
import { natsUrl } from '@headgate/runtime/nats/read-servers';
import { type AllowList, allowList } from '@headgate/runtime/outbound/allow-list';
import { type Egress, egress } from '@headgate/runtime/outbound/egress/egress';
import type { DatabaseLocation } from '@headgate/runtime/postgres/database-url';
import type { RotatingSecret } from '@headgate/runtime/rotating-secret';
import type { DeliverySettings } from './webhooks/deliver.ts';

const seconds = 1_000;
const minutes = 60 * seconds;
const days = 24 * 60 * minutes;

/** The schema of this service's tables. */
export const schema = 'account';

export interface AccountConfig extends DeliverySettings {
  database: DatabaseLocation;
  databaseConnections: number;
  natsUrl: string;
  rpcHost: string;
  rpcPort: number;
  /** Any grpc-js target. */
  ledgerAddress: string;
  /** 32 bytes that secrets are sealed under. */
  masterKey: RotatingSecret;
  /** How often, while there is another key beside it, what is sealed under that one is looked for. */
  resealMs: number;
  /** How long a response can be gone on from. */
  responsePinMs: number;
  /** Pause between two removals of older pins. */
  responsePinSweepMs: number;
  /** The server that sends mail; empty: none is sent. May hold a password. */
  smtpUrl: string;
  /** Whom mail comes from. */
  smtpFrom: string;
  /** How often notices and due deliveries are looked for without being told. */
  webhookPollMs: number;
  /** What webhooks may be sent to although it is not public. */
  webhookAllow: AllowList;
  /** How webhooks and sign-in providers are reached. */
  egress: Egress;
}

const databaseFields = {
  ownerUrl: postgresUrl('DATABASE_URL', ''),
  serviceUrl: postgresUrl('HEADGATE_ACCOUNT_DATABASE_URL', ''),
};

/** What the service needs; throws one ConfigError that names every problem. */
export function readAccountConfig(env: NodeJS.ProcessEnv): AccountConfig {
  const { ownerUrl, serviceUrl, ...rest } = readConfig(env, {
    ...databaseFields,
    databaseConnections: integer('HEADGATE_DATABASE_CONNECTIONS', 10, { min: 2, max: 500 }),
    natsUrl: natsUrl('NATS_URL'),
    egress: egress(),
    rpcHost: text('HEADGATE_RPC_HOST', '127.0.0.1'),
    rpcPort: port('HEADGATE_RPC_PORT'),
    ledgerAddress: text('HEADGATE_LEDGER_ADDRESS'),
    masterKey: rotatingSecret('HEADGATE_MASTER_KEY', 32),
    resealMs: integer('HEADGATE_RESEAL_MS', minutes, { min: 1 }),
    responsePinMs: age('HEADGATE_RESPONSE_PIN_MS', 30 * days, { min: 1 }),
    responsePinSweepMs: integer('HEADGATE_RESPONSE_PIN_SWEEP_MS', 10 * minutes, { min: 1 }),
    smtpUrl: text('HEADGATE_SMTP_URL', ''),
    smtpFrom: text('HEADGATE_SMTP_FROM', ''),
    webhookAllow: allowList('HEADGATE_WEBHOOK_ALLOW'),
    webhookPollMs: integer('HEADGATE_WEBHOOK_POLL_MS', 5 * seconds, { min: 1 }),
    webhookTimeoutMs: integer('HEADGATE_WEBHOOK_TIMEOUT_MS', 15 * seconds, { min: 1 }),
    webhookPauseMs: integer('HEADGATE_WEBHOOK_PAUSE_MS', 5 * seconds, { min: 1 }),
    webhookTries: integer('HEADGATE_WEBHOOK_TRIES', 9, { min: 1, max: 15 }),
  });
  refuseHalfMail(rest);
  return { ...rest, database: { ownerUrl, serviceUrl, schema } };
}

function refuseHalfMail({ smtpUrl, smtpFrom }: Pick<AccountConfig, 'smtpUrl' | 'smtpFrom'>): void {
  if (smtpUrl === '') return;
  // Nodemailer would take anything, and fail at the first letter.
  if (!URL.canParse(smtpUrl) || !/^smtps?:$/.test(new URL(smtpUrl).protocol))
    throw new ConfigError(['HEADGATE_SMTP_URL must begin with smtp:// or smtps://']);
  if (smtpFrom === '') throw new ConfigError(['HEADGATE_SMTP_FROM is missing']);
}

/** All that the migrations need. */
export function readDatabaseLocation(env: NodeJS.ProcessEnv): DatabaseLocation {
  return { ...readConfig(env, databaseFields), schema };
}
