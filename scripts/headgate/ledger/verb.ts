import type { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { ExitStatus } from '../exit-status.ts';

/** One thing that can be asked of the ledger, with the words that follow it. */
export type LedgerVerb = (client: LedgerClient, words: readonly string[]) => Promise<ExitStatus>;
