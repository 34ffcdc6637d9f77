import type { Log } from '@headgate/runtime/log';
import type { RotatingSecret } from '@headgate/runtime/rotating-secret';
import type { Knex } from 'knex';
import type { CatalogCache } from './catalog/cache.ts';
import type { Ledger } from './ledger.ts';
import type { Outbox } from './mails/outbox.ts';
import type { AccountMetrics } from './metrics.ts';
import type { Issuers } from './sign-in-providers/issuers.ts';
import type { Reach } from './stage.ts';
import type { Passwords } from './users/passwords.ts';
import type { Versions } from './versions/store.ts';

/** Everything a request of this service may use. Made once, in `account.ts`. */
export interface Context {
  log: Log;
  knex: Knex;
  masterKey: RotatingSecret;
  /** How long a response can be gone on from. */
  responsePinMs: number;
  ledger: Ledger;
  catalog: CatalogCache;
  mails: Outbox;
  passwords: Passwords;
  issuers: Issuers;
  metrics: AccountMetrics;
  /** Tells every replica of every service which versions are now the newest. */
  announce: (versions: Versions) => void;
  reach: Reach;
  /** Of the product. */
  version: string;
}
