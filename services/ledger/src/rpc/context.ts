import type { Log } from '@headgate/runtime/log';
import type { Knex } from 'knex';
import type { Announce } from '../announce.ts';
import type { LedgerMetrics } from '../metrics.ts';
import type { PriceBooks } from '../pricing/price-books.ts';

/** What answering calls needs. */
export interface RpcContext {
  knex: Knex;
  books: PriceBooks;
  announce: Announce;
  metrics: LedgerMetrics;
  log: Log;
  /** Unix milliseconds: the one clock by which the windows of budgets are named. */
  nowMs: () => number;
  /** How long a run may go on without hearing from the ledger. */
  outageToleranceMs: number;
  /** A hold that is open for longer is overdue. */
  holdOverdueMs: number;
}
