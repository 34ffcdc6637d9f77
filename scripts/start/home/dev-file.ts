import { rmSync } from 'node:fs';
import type { PartName } from '../processes/marks.ts';
import type { ServiceName } from '../service-names.ts';
import { writeAtomically } from './write-atomically.ts';

/** What `dev.json` in the home says of the running system. Tests outside this repository rely on it. */
export interface DevFile {
  baseUrl: string;
  apiKey: string | null;
  admin: { username: string; password: string } | null;
  sandboxUrl: string;
  databaseUrl: string;
  natsUrl: string;
  services: Partial<Record<ServiceName, DevProcess[]>>;
  /** A part that the environment replaced is not ours and is null. */
  parts: Record<PartName, { pid: number } | null>;
}

export interface DevProcess {
  pid: number;
  metricsUrl: string;
  /** Where a service that has RPCs answers them. */
  rpcAddress?: string;
  /** The ingress alone: each replica has a port of its own. */
  baseUrl?: string;
}

export function writeDevFile(path: string, dev: DevFile): void {
  writeAtomically(path, `${JSON.stringify(dev, null, 2)}\n`);
}

export function removeDevFile(path: string): void {
  rmSync(path, { force: true });
}
