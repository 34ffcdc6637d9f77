import { rm } from 'node:fs/promises';
import type { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { Log } from '@headgate/runtime/log';
import { call } from '@headgate/runtime/rpc/client';
import { wait } from '@headgate/runtime/wait';
import type { JetStreamClient } from 'nats';
import { readDeadCloses } from '../journal/read-dead-closes.ts';
import { type DeadRun, findDeadRuns, recoverRun } from '../journal/recover.ts';
import { publishAcknowledged } from './publisher.ts';

export interface FinishContext {
  ledger: LedgerClient;
  jetstream: Pick<JetStreamClient, 'publish'>;
  log: Log;
  signal: AbortSignal;
  resendAfterMs: number;
}

/** What a dead run has come to. */
interface Progress {
  /** How far the ledger was before anything was sent. */
  appliedFirst: bigint | undefined;
  /** How far it was when it last answered. */
  applied: bigint;
  /** How often everything was sent. */
  sends: number;
  /** When something was sent, or the ledger had got further. */
  movedAt: number;
  /** Numbers that the journal has lost. */
  missing: bigint;
}

const pollMs = 500;
/**
 * A journal that lost more numbers than this does not fill them: the ledger has forgotten the run, which is
 * a month old, and the numbers may be those of a hundred million closes that it booked then.
 */
const maxFilled = 100_000n;

/**
 * Recovers the runs that died in this directory, one after the other, and ends them side by side. Resolves when all have
 * ended.
 */
export async function finishDeadRuns(dir: string, ownRun: string, context: FinishContext): Promise<void> {
  const { log, signal } = context;
  const finishing: Promise<void>[] = [];
  for (const run of findDeadRuns(dir, ownRun)) {
    if (signal.aborted) break;
    try {
      const dead = await recoverRun(dir, run);
      const { lastSeq, orphans } = dead;
      log.info({ run, lastSeq: String(lastSeq), interrupted: orphans.length }, 'a dead run was found');
      // Rejects only when this process stops; the next one begins again.
      finishing.push(finishDeadRun(dead, context).catch(() => undefined));
    } catch (error) {
      log.error({ err: error, run }, 'the journal of a dead run cannot be read, and stays');
    }
  }
  await Promise.all(finishing);
}

/**
 * Ends a dead run: sends its closes until the ledger has booked them all and released what the run held,
 * then removes its journal. Goes on until done or until the process stops; the next one begins again.
 */
export async function finishDeadRun(dead: DeadRun, context: FinishContext): Promise<void> {
  const { log, signal } = context;
  const progress: Progress = { appliedFirst: undefined, applied: 0n, sends: 0, movedAt: 0, missing: 0n };
  while (!(await advance(dead, progress, context))) await wait(pollMs, signal);
  await rm(dead.dir, { recursive: true, force: true });
  const { lastSeq, orphans } = dead;
  log.info(
    {
      run: dead.run,
      lastSeq: String(lastSeq),
      interrupted: orphans.length,
      missing: String(progress.missing),
    },
    'dead run finished',
  );
}

async function advance(dead: DeadRun, progress: Progress, context: FinishContext): Promise<boolean> {
  try {
    const { appliedSeq, isBooked } = await askLedger(dead, progress, context);
    // The first send names the orphans to the ledger; until then it can have finished only without them.
    if (isBooked && (progress.sends > 0 || dead.orphans.length === 0)) return true;
    if (progress.missing > maxFilled && progress.sends > 1) {
      context.log.error({ run: dead.run }, 'a dead run is left to be reclaimed: too many closes are missing');
      return true;
    }
    // What it is still booking is on its way: sent again, a long journal would keep it busy with copies.
    if (appliedSeq > progress.applied)
      Object.assign(progress, { applied: appliedSeq, movedAt: performance.now() });
    if (progress.sends === 0 || performance.now() - progress.movedAt > context.resendAfterMs) {
      const { appliedFirst } = progress;
      await sendCloses(dead, progress, progress.sends === 0 ? (appliedFirst ?? 0n) : appliedSeq, context);
      progress.sends += 1;
      progress.movedAt = performance.now();
    }
  } catch (error) {
    context.log.warn({ err: error, run: dead.run }, 'a dead run waits to be finished');
  }
  return false;
}

/**
 * Tells the ledger the run's last number before anything is sent, so that it does not release the run at a
 * lower one that a dying process may have told it.
 */
async function askLedger(
  dead: DeadRun,
  progress: Progress,
  { ledger }: FinishContext,
): Promise<{ appliedSeq: bigint; isBooked: boolean }> {
  const lastSeq = orphansAfter(dead, progress) + BigInt(dead.orphans.length);
  const { appliedSeq, finished } = await call(ledger, ledger.finishRun, { run: dead.run, lastSeq });
  progress.appliedFirst ??= appliedSeq;
  return { appliedSeq, isBooked: finished && appliedSeq >= lastSeq };
}

/**
 * The orphans are numbered after all that the journal and the ledger know of: a disk that lost its end to a
 * power cut knows less than the ledger, and a number that is applied already would prove nothing.
 */
function orphansAfter({ lastSeq }: DeadRun, { appliedFirst = 0n }: Progress): bigint {
  return appliedFirst > lastSeq ? appliedFirst : lastSeq;
}

async function sendCloses(
  dead: DeadRun,
  progress: Progress,
  afterSeq: bigint,
  { jetstream, log }: FinishContext,
): Promise<void> {
  let lost = 0n;
  const range = { afterSeq, orphansAfter: orphansAfter(dead, progress), maxFilled };
  for await (const { closes, missing } of readDeadCloses(dead, range)) {
    await publishAcknowledged(jetstream, closes);
    lost = missing;
  }
  if (lost > 0n && progress.sends === 0)
    log.error({ run: dead.run, missing: String(lost) }, 'the journal of a dead run has lost closes');
  progress.missing = lost;
}
