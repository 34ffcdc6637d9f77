import type { Say } from '../start/say.ts';

/** What the ways to a program need. */
export interface Search {
  env: NodeJS.ProcessEnv;
  /** The folder of the home to keep it in. */
  target: string;
  say: Say;
  signal: AbortSignal;
}

/** A way to a program: its path, or why there is none this way. */
export type Found = { program: string } | { reason: string };

/** Why a program will not do; undefined when it will. */
export type Check = (program: string, signal: AbortSignal) => Promise<string | undefined>;
