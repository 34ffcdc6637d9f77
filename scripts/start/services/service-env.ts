import { join } from 'node:path';
import { resolveAsTyped } from '../../toolchain/find-home.mjs';
import type { Home } from '../home/home.ts';
import { addressOf, httpAddressOf, type Instance, type Plan } from '../plan/plan-system.ts';
import { repository } from '../repository.ts';
import type { ServiceName } from '../service-names.ts';
import { nodeOptionsEnv } from './node-options.ts';

/** What the services are told of the system around them. */
export interface Surroundings {
  home: Home;
  plan: Plan;
  databaseUrl: string;
  natsUrl: string;
  /** Empty where each ingress holds keys to their limits by itself. */
  redisUrl: string;
  masterKey: string;
  callerSecret: string;
  /** The bundled programs. */
  programsDir: string;
  /** The built pages of the console. */
  pagesDir: string;
}

/** Secrets and addresses that a service gets only if it is meant to have them. */
const notPassedOn = [
  'DATABASE_URL',
  'NATS_URL',
  'REDIS_URL',
  'HEADGATE_MASTER_KEY',
  'HEADGATE_CALLER_SECRET',
  'HEADGATE_BOOTSTRAP_PID',
  'HEADGATE_CONFIG',
  'HEADGATE_PORT',
];

/** Shorter than the time a service has to stop, so that the ones with open requests end by themselves. */
const stopGraceMs = '10000';

/** The environment of everything that is started: the person's own, less what is not for everybody. */
export function baseEnv(env: NodeJS.ProcessEnv, marks: Record<string, string>): NodeJS.ProcessEnv {
  const passedOn = Object.entries(env).filter(([name]) => !notPassedOn.includes(name));
  return { HEADGATE_STOP_GRACE_MS: stopGraceMs, ...Object.fromEntries(passedOn), ...marks };
}

export function serviceEnv(
  base: NodeJS.ProcessEnv,
  instance: Instance,
  surroundings: Surroundings,
): NodeJS.ProcessEnv {
  return {
    ...base,
    ...nodeOptionsEnv(instance.service, base.NODE_OPTIONS),
    HEADGATE_OPERATIONS_HOST: '127.0.0.1',
    HEADGATE_OPERATIONS_PORT: String(instance.operationsPort),
    HEADGATE_LOG_LEVEL: base.HEADGATE_LOG_LEVEL ?? 'info',
    ...(instance.httpPort !== undefined && {
      HEADGATE_HTTP_HOST: '127.0.0.1',
      HEADGATE_HTTP_PORT: String(instance.httpPort),
    }),
    ...(instance.rpcPort !== undefined && {
      HEADGATE_RPC_HOST: '127.0.0.1',
      HEADGATE_RPC_PORT: String(instance.rpcPort),
    }),
    ...ownEnv[instance.service](surroundings, instance, base),
  };
}

/** Services run in folders of their own: a path is meant from where it was typed. */
function storeDirOf(base: NodeJS.ProcessEnv, home: Home): string {
  const typed = base.HEADGATE_STORE_DIR;
  return typed ? resolveAsTyped(typed, base, repository) : home.storeDir;
}

type OwnEnv = (around: Surroundings, instance: Instance, base: NodeJS.ProcessEnv) => Record<string, string>;

const ownEnv: Record<ServiceName, OwnEnv> = {
  sandbox: ({ home }) => ({ HEADGATE_SANDBOX_LOG_FILE: home.sandboxLogFile }),
  ledger: ({ databaseUrl, natsUrl }) => ({ DATABASE_URL: databaseUrl, NATS_URL: natsUrl }),
  account: ({ plan, databaseUrl, natsUrl, masterKey }) => ({
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    HEADGATE_LEDGER_ADDRESS: addressOf(plan, 'ledger'),
    HEADGATE_MASTER_KEY: masterKey,
  }),
  'text-gateway': ({ home, plan, natsUrl, callerSecret }, { name }) => ({
    NATS_URL: natsUrl,
    HEADGATE_CALLER_SECRET: callerSecret,
    HEADGATE_ACCOUNT_ADDRESS: addressOf(plan, 'account'),
    HEADGATE_LEDGER_ADDRESS: addressOf(plan, 'ledger'),
    HEADGATE_JOURNAL_DIR: join(home.serviceDir(name), 'journal'),
  }),
  'media-worker': ({ home, plan, databaseUrl, natsUrl, masterKey }, _, base) => ({
    HEADGATE_STORE_DIR: storeDirOf(base, home),
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    HEADGATE_MASTER_KEY: masterKey,
    HEADGATE_LEDGER_ADDRESS: addressOf(plan, 'ledger'),
  }),
  'media-api': ({ home, plan, databaseUrl, natsUrl, masterKey, callerSecret }, _, base) => ({
    HEADGATE_STORE_DIR: storeDirOf(base, home),
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    HEADGATE_MASTER_KEY: masterKey,
    HEADGATE_CALLER_SECRET: callerSecret,
    HEADGATE_ACCOUNT_ADDRESS: addressOf(plan, 'account'),
    HEADGATE_LEDGER_ADDRESS: addressOf(plan, 'ledger'),
  }),
  console: ({ pagesDir }) => ({ HEADGATE_CONSOLE_DIR: pagesDir }),
  ingress: ({ plan, natsUrl, redisUrl, callerSecret }, _, base) => ({
    NATS_URL: natsUrl,
    REDIS_URL: redisUrl,
    HEADGATE_CALLER_SECRET: callerSecret,
    HEADGATE_TEXT_GATEWAY_HTTP_ADDRESS: httpAddressOf(plan, 'text-gateway'),
    HEADGATE_ACCOUNT_ADDRESS: addressOf(plan, 'account'),
    HEADGATE_LEDGER_ADDRESS: addressOf(plan, 'ledger'),
    HEADGATE_TEXT_GATEWAY_ADDRESS: addressOf(plan, 'text-gateway'),
    HEADGATE_MEDIA_ADDRESS: addressOf(plan, 'media-api'),
    HEADGATE_MEDIA_HTTP_ADDRESS: httpAddressOf(plan, 'media-api'),
    HEADGATE_CONSOLE_HTTP_ADDRESS: httpAddressOf(plan, 'console'),
    HEADGATE_PUBLIC_URL: base.HEADGATE_PUBLIC_URL || plan.baseUrl,
  }),
};
