import type { MailSink } from '@headgate/runtime/testing/mail-sink';
import type { Sql } from '../../e2e/testing/sql.ts';
import type { Certificates } from './certificates.ts';
import { type DatabaseService, type DatabaseUsers, databaseServices } from './database-users.ts';
import { type Rotation, variablesOf } from './secrets.ts';
import type { Service } from './shape.ts';
import type { Broker, BrokerUser } from './start-broker.ts';
import type { System } from './system.ts';

/** Everything that a rotation changes, and what it changes it with. */
export interface Stage {
  /** As the owner of the database. */
  sql: Sql;
  ownerUrl: string;
  broker: Broker;
  certificates: Certificates;
  rereadMs: number;
  sinks: Record<'first' | 'next', MailSink>;
  secrets: { caller: Rotation; master: Rotation };
  databaseUsers: DatabaseUsers;
  brokerUser: BrokerUser;
  /** The mail server that is used now. */
  smtp: MailSink;
  system(): System;
  pause(ms: number): Promise<void>;
  say(line: string): void;
}

const isDatabaseService = (service: Service): service is Service & DatabaseService =>
  databaseServices.some((each) => each === service);

const databaseVariable: Record<DatabaseService, string> = {
  ledger: 'HEADGATE_LEDGER_DATABASE_URL',
  account: 'HEADGATE_ACCOUNT_DATABASE_URL',
  'media-api': 'HEADGATE_MEDIA_DATABASE_URL',
  'media-worker': 'HEADGATE_MEDIA_DATABASE_URL',
};

/** The environment of a service as its Secrets are now. */
export function settingsOf(stage: Stage, directory: string, service: Service): Record<string, string> {
  return {
    NATS_URL: stage.broker.urlOf(stage.brokerUser),
    HEADGATE_TLS_DIR: stage.certificates.folderOf(service),
    HEADGATE_TLS_REREAD_MS: String(stage.rereadMs),
    HEADGATE_PUBLIC_URL: 'http://gate.example',
    HEADGATE_STORE_DIR: directory,
    HEADGATE_POLL_MS: '300',
    HEADGATE_WORKER_IDLE_MS: '100',
    HEADGATE_RESEAL_MS: '500',
    HEADGATE_SMTP_URL: stage.smtp.url,
    HEADGATE_SMTP_FROM: 'Gate <gate@example.com>',
    ...variablesOf('HEADGATE_CALLER_SECRET', stage.secrets.caller),
    ...variablesOf('HEADGATE_MASTER_KEY', stage.secrets.master),
    ...(isDatabaseService(service) && {
      [databaseVariable[service]]: stage.databaseUsers.urlOf(service),
    }),
  };
}
