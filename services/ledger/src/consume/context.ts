import type { Log } from '@headgate/runtime/log';
import type { Knex } from 'knex';
import type { JetStreamClient, JetStreamManager } from 'nats';
import type { Announce } from '../announce.ts';
import type { LedgerMetrics } from '../metrics.ts';
import type { PriceBooks } from '../pricing/price-books.ts';
import type { Reach } from '../stage.ts';

/** What settling needs. */
export interface SettleContext {
  knex: Knex;
  books: PriceBooks;
  manager: JetStreamManager;
  jetstream: JetStreamClient;
  announce: Pick<Announce, 'noticesGiven'>;
  /** Of the billing stream, where it is missing and made. */
  streamReplicas: number;
  metrics: LedgerMetrics;
  log: Log;
  signal: AbortSignal;
  /** Milliseconds that never jump. */
  steadyMs: () => number;
  periods: {
    /** How often stream and cursor are compared. */
    streamCheckMs: number;
    /** Between the beginnings of two batches, where the first had all that was there, and was small. */
    settleEveryMs: number;
    /** How often a follower looks at the cursor. */
    followMs: number;
    /** How long the cursor may stand still before a follower leads. */
    takeOverMs: number;
  };
  /** Calls `run` at every reconnect, until the returned function is called. */
  onReconnect: (run: () => void) => () => void;
  /** Called when closes can be settled, by this process or by another that it follows. */
  onReady: () => void;
  /** Called when this process begins to book what comes, and when it ends. */
  onLead: (isLeading: boolean) => void;
  reach: Reach;
}
