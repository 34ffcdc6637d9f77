import type { Knex } from 'knex';
import type { AuditedChange } from '../audit/audited-change.ts';
import type { User } from '../users/store.ts';

/** One request for an operation: who asks, from where, and what becomes of their cookies. */
export interface Act<Actor = User | undefined> {
  /** As they are now. */
  actor: Actor;
  /** Of the session by which they asked; undefined where there is none. */
  sessionHash: Buffer | undefined;
  /** A personal token proved it, and no browser. */
  isByAccessToken: boolean;
  flowToken: string;
  ip: string;
  userAgent: string;
  baseUrl: string;
  requestId: string;
  /** Writes a line of the audit log, in the transaction that makes the change. */
  audit(transaction: Knex.Transaction, change: AuditedChange): Promise<void>;
  /** Says that all was as asked already, so that there is nothing to audit. */
  changedNothing(): void;
  /** What the client is to keep from now on; '' to forget it. */
  keepSession(token: string, maxAgeSeconds: number): void;
  keepFlow(token: string, maxAgeSeconds: number): void;
  /** Sends a browser on. */
  goTo(location: string): void;
}
