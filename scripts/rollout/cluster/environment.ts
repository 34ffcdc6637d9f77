import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { nameOf, ports } from './services.ts';

/** Where everything is that pods are told of. */
export interface Surroundings {
  nameServer: string;
  databaseUrl: string;
  natsUrl: string;
  /** Of the Valkey that ingresses share limits by, where there is one. */
  redisUrl?: string;
  /** Files that media services share, as an object store. */
  storeDir: string;
  pagesDir: string;
  /** Folders of certificates, one for each service; without it connections are plain. */
  certificatesDir?: string;
  times: StopTimes;
}

export interface StopTimes {
  /** Until balancers and callers have looked away. */
  pauseMs: number;
  /** For what is open then. */
  graceMs: number;
}

/** What every pod is told; `secretsOf` a run are the same for all of them. */
export function createEnvironment({
  nameServer,
  databaseUrl,
  natsUrl,
  redisUrl,
  storeDir,
  pagesDir,
  certificatesDir,
  times,
}: Surroundings): (service: string) => Record<string, string> {
  const target = (service: string, port: number): string => `dns://${nameServer}/${nameOf(service)}:${port}`;
  const shared = {
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
    HEADGATE_MASTER_KEY: randomBytes(32).toString('base64'),
    HEADGATE_CALLER_SECRET: randomBytes(32).toString('base64'),
    HEADGATE_ACCOUNT_ADDRESS: target('account', ports.rpc),
    HEADGATE_LEDGER_ADDRESS: target('ledger', ports.rpc),
    HEADGATE_TEXT_GATEWAY_ADDRESS: target('text-gateway', ports.rpc),
    HEADGATE_TEXT_GATEWAY_HTTP_ADDRESS: target('text-gateway', ports.http),
    HEADGATE_MEDIA_ADDRESS: target('media-api', ports.rpc),
    HEADGATE_MEDIA_HTTP_ADDRESS: target('media-api', ports.http),
    HEADGATE_CONSOLE_HTTP_ADDRESS: target('console', ports.http),
    HEADGATE_CONSOLE_DIR: pagesDir,
    HEADGATE_STORE_DIR: storeDir,
    HEADGATE_TRUSTED_PROXIES: '127.0.0.1',
    HEADGATE_STOP_PAUSE_MS: String(times.pauseMs),
    HEADGATE_STOP_GRACE_MS: String(times.graceMs),
  };
  return (service) => ({
    ...shared,
    ...(certificatesDir !== undefined && { HEADGATE_TLS_DIR: join(certificatesDir, service) }),
  });
}
