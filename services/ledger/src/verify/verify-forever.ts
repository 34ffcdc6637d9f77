import type { Log } from '@headgate/runtime/log';
import { repeat } from '@headgate/runtime/repeat';
import { wait } from '@headgate/runtime/wait';
import type { Knex } from 'knex';
import { isLockRefusal } from '../postgres/transaction.ts';
import { giveVerdict } from './give-verdict.ts';
import { claimVerdicts, isVerdictDue } from './verdicts.ts';
import type { Verdict } from './verify.ts';

export interface VerifyContext {
  knex: Knex;
  log: Log;
  signal: AbortSignal;
  /** Whether this process books closes: one of all replicas does. */
  isLeading: () => boolean;
  /** How old the newest verdict may become; 0 verifies never. */
  verifyEveryMs: number;
}

/** After a start, and between two looks whether it is time: a run that failed is tried again then. */
const lookEveryMs = 5 * 60_000;

/** Verifies the books now and again, until the signal is aborted. Never rejects. */
export async function verifyForever(context: VerifyContext): Promise<void> {
  const { log, signal, verifyEveryMs } = context;
  if (verifyEveryMs === 0) return;
  const everyMs = Math.min(lookEveryMs, verifyEveryMs);
  await wait(everyMs, signal).catch(() => undefined);
  await repeat('verify', { everyMs, log, signal }, () => verifyIfDue(context));
}

/** Verifies where this replica leads, nobody else is at it, and no verdict is young enough. */
export async function verifyIfDue(context: VerifyContext): Promise<Verdict | undefined> {
  const { knex, log, signal, isLeading, verifyEveryMs } = context;
  if (!isLeading()) return;
  try {
    const verdict = await giveVerdict({
      knex,
      log,
      signal,
      isWanted: async (transaction) => {
        await claimVerdicts(transaction);
        return isVerdictDue(transaction, verifyEveryMs);
      },
    });
    if (verdict) log.info({ entries: String(verdict.entries) }, 'the books were verified');
    return verdict;
  } catch (error) {
    if (signal.aborted || isLockRefusal(error)) return;
    throw error;
  }
}
