import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../start/repository.ts';

/** What the programs themselves say of the variables that they read. */
export interface KnownConfig {
  /** All that a process reads. */
  variables(process: string): ReadonlySet<string>;
  /** What it would say against an environment before it ends. */
  refuse(process: string, env: Record<string, string>): string[];
}

type Reader = (env: Record<string, string>) => unknown;

const readers: Readonly<Record<string, readonly { module: string; name: string }[]>> = {
  ingress: [{ module: 'ingress/src/config.ts', name: 'readIngressConfig' }],
  'text-gateway': [{ module: 'text-gateway/src/config.ts', name: 'readGatewayConfig' }],
  'media-api': [{ module: 'media-task/src/config.ts', name: 'readApiConfig' }],
  'media-worker': [{ module: 'media-task/src/config.ts', name: 'readWorkerConfig' }],
  account: [{ module: 'account/src/config.ts', name: 'readAccountConfig' }],
  ledger: [{ module: 'ledger/src/config.ts', name: 'readLedgerConfig' }],
  console: [{ module: 'console/src/server/config.ts', name: 'readConsoleConfig' }],
  sandbox: [{ module: 'sandbox/src/config.ts', name: 'readSandboxConfig' }],
  migrations: ['account', 'ledger', 'media-task'].map((service) => ({
    module: `${service}/src/config.ts`,
    name: 'readDatabaseLocation',
  })),
};

/** Loads the readers of all processes. */
export async function loadServiceConfig(): Promise<KnownConfig> {
  const shared = readRuntimeVariables();
  const loaded = new Map<string, Reader[]>();
  for (const [process, sources] of Object.entries(readers)) {
    loaded.set(process, await Promise.all(sources.map(load)));
  }
  const of = (process: string): Reader[] => {
    const found = loaded.get(process);
    if (found === undefined) throw new Error(`nobody knows what ${process} reads`);
    return found;
  };
  return {
    variables(process) {
      const read = new Set(shared);
      const env = new Proxy<Record<string, string>>(
        {},
        {
          get(_, variable) {
            if (typeof variable === 'string') read.add(variable);
            return undefined;
          },
        },
      );
      for (const reader of of(process)) problemsOf(reader, env);
      return read;
    },
    refuse: (process, env) => of(process).flatMap((reader) => problemsOf(reader, env)),
  };
}

async function load({ module, name }: { module: string; name: string }): Promise<Reader> {
  const loaded: Record<string, unknown> = await import(join(repository, 'services', module));
  const reader = loaded[name];
  if (!isReader(reader)) throw new Error(`services/${module} has no ${name}`);
  return reader;
}

function isReader(value: unknown): value is Reader {
  return typeof value === 'function';
}

function problemsOf(reader: Reader, env: Record<string, string>): string[] {
  try {
    reader(env);
    return [];
  } catch (error) {
    return error instanceof Error ? error.message.split('\n').slice(1) : [String(error)];
  }
}

/** Variables of every process: those that the runtime names. */
function readRuntimeVariables(): Set<string> {
  const files = globSync('services/runtime/src/**/*.ts', { cwd: repository }).filter(
    (file) => !file.endsWith('.test.ts') && !file.includes('/testing/'),
  );
  return new Set(
    files.flatMap((file) =>
      [
        ...readFileSync(join(repository, file), 'utf8').matchAll(/'((?:HEADGATE|NATS|REDIS)_[A-Z0-9_]+)'/g),
      ].map(([, variable = '']) => variable),
    ),
  );
}
