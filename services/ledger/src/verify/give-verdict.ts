import type { Log } from '@headgate/runtime/log';
import type { Knex } from 'knex';
import { endOnAbort } from './end-on-abort.ts';
import { forgetVerdicts, noteVerdict, takeVerdictNo } from './verdicts.ts';
import { countContradictions, type Verdict, type VerifyOptions, verifyWithin } from './verify.ts';

interface VerdictOptions extends VerifyOptions {
  knex: Knex;
  log: Log;
  /** Ends it at once; it then rejects. */
  signal: AbortSignal;
  /** Asked before anything is read, in the transaction: whether to verify at all. */
  isWanted?: (transaction: Knex) => Promise<boolean>;
}

/** Verifies, notes what it found and logs each contradiction. What fails or is broken off leaves no verdict. */
export async function giveVerdict(options: VerdictOptions): Promise<Verdict | undefined> {
  const { knex, log, signal, isWanted = async () => true } = options;
  await forgetVerdicts(knex);
  const verdict = await knex
    .transaction(
      async (transaction) => {
        if (!(await isWanted(transaction))) return;
        const no = await takeVerdictNo(transaction);
        return endOnAbort({ knex, transaction, signal }, async () => {
          const found = await verifyWithin(transaction, options);
          const { entries } = found;
          await noteVerdict(transaction, { no, entries, contradictions: countContradictions(found) });
          return found;
        });
      },
      { isolationLevel: 'repeatable read' },
    )
    .catch((error) => {
      // The rollback of a session that was ended fails, too, and says less.
      signal.throwIfAborted();
      throw error;
    });
  if (verdict) logContradictions(log, verdict);
  return verdict;
}

/** Of each kind, the first twenty. They name ids and amounts. */
function logContradictions(log: Log, verdict: Verdict): void {
  for (const { name, examples } of verdict.compared)
    for (const { id, problem } of examples)
      log.error({ in: name, id, problem }, 'a contradiction in the books');
  const contradictions = countContradictions(verdict);
  if (contradictions > 0n)
    log.error({ contradictions: String(contradictions) }, 'the books contradict themselves');
}
