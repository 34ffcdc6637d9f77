import type { Dialect } from '../cells.ts';

/** Another gateway, measured beside this one on the same upstream and the same cores. */
export interface Peer {
  /** With its version. */
  name: string;
  url: string;
  pid: number;
  /** What its clients say about where a request goes, for an upstream that speaks this; undefined where it has no such. */
  headersFor(upstream: Dialect): Readonly<Record<string, string>> | undefined;
  stop(): Promise<void>;
}
