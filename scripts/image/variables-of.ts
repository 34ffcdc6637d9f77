import { join } from 'node:path';
import { repository } from '../start/repository.ts';
import type { ServiceName } from '../start/service-names.ts';

type Configured = Exclude<ServiceName, 'sandbox'>;

/** Where each process reads its environment, and by which function. */
const readers: Record<Configured, [file: string, name: string]> = {
  ingress: ['ingress/src/config.ts', 'readIngressConfig'],
  'text-gateway': ['text-gateway/src/config.ts', 'readGatewayConfig'],
  'media-api': ['media-task/src/config.ts', 'readApiConfig'],
  'media-worker': ['media-task/src/config.ts', 'readWorkerConfig'],
  account: ['account/src/config.ts', 'readAccountConfig'],
  ledger: ['ledger/src/config.ts', 'readLedgerConfig'],
  console: ['console/src/server/config.ts', 'readConsoleConfig'],
};

/** The variables that a process reads, and those without which it does not start, as its own code tells. */
export async function variablesOf(service: Configured): Promise<{ all: string[]; required: string[] }> {
  const [file, name] = readers[service];
  const found: Record<string, unknown> = await import(join(repository, 'services', file));
  const read = found[name];
  if (typeof read !== 'function') throw new Error(`services/${file} has no ${name}`);
  const all = new Set<string>();
  const listening = new Proxy({}, { get: (_, variable) => void all.add(String(variable)) });
  const problems = problemsOf(() => read(listening));
  return { all: [...all], required: problems.flatMap((line) => isMissing.exec(line)?.[1] ?? []) };
}

const isMissing = /^(\w+) is missing$/;

/** What a ConfigError names; nothing when there is none. */
function problemsOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof Error && 'problems' in error && Array.isArray(error.problems))
      return error.problems.map(String);
    throw error;
  }
}
