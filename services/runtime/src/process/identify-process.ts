import { randomUUID } from 'node:crypto';
import { version } from '../version.ts';

/** Which process this is, wherever it says how it is. */
export interface ProcessIdentity {
  service: string;
  /** Another one at every start. */
  instance: string;
  version: string;
  startedAtMs: bigint;
}

/** Names this process. Called again it gives another `instance`: call once, and keep what it gives. */
export function identifyProcess(service: string): ProcessIdentity {
  return {
    service,
    instance: randomUUID(),
    version,
    startedAtMs: BigInt(Math.round(Date.now() - process.uptime() * 1_000)),
  };
}
