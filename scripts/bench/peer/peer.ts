import type { Dialect } from '../cells.ts';

/** Another gateway, or what stands for one, measured beside this one on the same upstream and the same cores. */
export interface Peer {
  /** With its version. */
  name: string;
  url: string;
  /** All of its processes. */
  pids: readonly number[];
  /** Whether targets are set against it. */
  isRival: boolean;
  /** What its clients say about where a request goes, for an upstream that speaks this; undefined where it has no such. */
  headersFor(upstream: Dialect): Readonly<Record<string, string>> | undefined;
  stop(): Promise<void>;
}
