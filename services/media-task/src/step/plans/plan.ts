import type { Candidate } from '../../catalog/catalog.ts';
import type { Account, Order, Upstream } from '../../upstreams/upstream.ts';

/** A way to render what was priced: all that are tried for one task cost the same. */
export interface Plan {
  candidate: Candidate;
  account: Account;
  upstream: Upstream;
  order: Order;
  /** What the vendor calls the task that this one is made from, for a remix. */
  sourceId?: string;
  /** Goes on from what an account has made: by its credential, or by another of its channel. */
  goesOn?: 'as-maker' | 'as-other';
}
