import type { Home } from '../start/home/home.ts';
import type { Identity } from '../start/home/identity.ts';
import type { ProcessSpec } from '../start/processes/process-spec.ts';
import type { Say } from '../start/say.ts';

/** A PostgreSQL or NATS of our own, ready to be started. */
export interface Part {
  spec: ProcessSpec;
  url: string;
  /** Rejects while the part cannot be used yet. */
  checkReady(): Promise<void>;
}

/** What a part is prepared with. */
export interface PartContext {
  home: Home;
  identity: Identity;
  /** Carries the supervisor's mark. */
  env: NodeJS.ProcessEnv;
  port: number;
  say: Say;
  signal: AbortSignal;
  /** False for tests alone: what a power cut would lose is not waited for. */
  isDurable: boolean;
}
