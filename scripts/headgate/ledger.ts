import type { ExitStatus } from './exit-status.ts';
import { balance } from './ledger/balance.ts';
import { holds } from './ledger/holds.ts';
import { parked } from './ledger/parked.ts';
import type { LedgerVerb } from './ledger/verb.ts';
import { verify } from './ledger/verify.ts';
import { withLedger } from './with-ledger.ts';
import { WordsError } from './words-error.ts';

/** What can be asked of the ledger, one file each. */
const verbs: Record<string, LedgerVerb> = { balance, holds, parked, verify };

/** `headgate ledger VERB ...`: asks a ledger service. */
export async function ledger([verb = '', ...words]: readonly string[]): Promise<ExitStatus> {
  const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!run) throw new WordsError('');
  return withLedger((client) => run(client, words));
}
