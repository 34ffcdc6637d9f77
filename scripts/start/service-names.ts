/** The services, in the order of their start. They stop in the reverse order. */
export const serviceNames = [
  'sandbox',
  'ledger',
  'account',
  'text-gateway',
  'media-worker',
  'media-api',
  'console',
  'ingress',
] as const;

export type ServiceName = (typeof serviceNames)[number];

/** What each is started with, below `services/`. */
export const programs: Record<ServiceName, string> = {
  sandbox: 'sandbox/src/main.ts',
  ledger: 'ledger/src/main.ts',
  account: 'account/src/main.ts',
  'text-gateway': 'text-gateway/src/main.ts',
  'media-worker': 'media-task/src/worker.ts',
  'media-api': 'media-task/src/main.ts',
  console: 'console/src/server/main.ts',
  ingress: 'ingress/src/main.ts',
};

/** What brings a schema up to date, below `services/`, under the name of a process that works with it. */
export const migrations = {
  ledger: 'ledger/src/migrate.ts',
  account: 'account/src/migrate.ts',
  'media-api': 'media-task/src/migrate.ts',
} as const satisfies Partial<Record<ServiceName, string>>;
