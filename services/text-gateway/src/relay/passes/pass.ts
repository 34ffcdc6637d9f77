import type { AttemptResult } from '../attempts/attempt.ts';

/** Takes the upstream's answer as it comes. */
export interface Pass {
  /** Whether all of it is held until it is there. */
  isWhole?: boolean | undefined;
  /** Of a stream: the client has waited in silence for long, and is to hear that there is an answer. */
  begin?(): void;
  /** False means: no more, but for what is here already, until the client has taken what there is. */
  data(bytes: Buffer): boolean;
  end(): void;
  /** The upstream broke off, or was cut by us. */
  broken(error: Error): void;
}

/** How a pass acts on the attempt that it belongs to. */
export interface AttemptControl {
  /** Runs work that the upstream did not cause. */
  step: (work: () => void) => void;
  finish: (result: AttemptResult) => void;
  /** Another pass takes what comes from now on. */
  goOnWith: (pass: Pass) => void;
}
