import { rm } from 'node:fs/promises';
import type { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { Log } from '@headgate/runtime/log';
import { call } from '@headgate/runtime/rpc/client';
import { wait } from '@headgate/runtime/wait';
import type { Journal } from '../journal/journal.ts';
import type { Slices } from '../slices/slices.ts';
import type { Publisher } from './publisher.ts';

/** What a process has of its own run when it stops. */
export interface OwnRun {
  run: string;
  ledger: LedgerClient;
  journal: Journal;
  publisher: Publisher;
  slices: Pick<Slices, 'returnAll'>;
  log: Log;
  /** What was sent and is not booked after so long is sent again. */
  resendAfterMs: number;
}

const pollMs = 100;
const openPollMs = 50;
const sayEveryMs = 5_000;

/**
 * Gives everything back and waits until the ledger has booked the last close; then the journal goes. In a pod its
 * directory goes with the process, and so the wait lasts to `deadline`, of performance.now(), whoever is away meanwhile.
 * What is not booked by then stays in the journal, for the next process with this directory.
 */
export async function finishOwnRun(own: OwnRun, deadline: number): Promise<void> {
  const { run, journal, publisher, log } = own;
  const progress: Progress = { applied: -1n, at: performance.now() };
  let saidAt = performance.now();
  while (performance.now() < deadline) {
    if (await advance(own, progress)) {
      await rm(journal.dir, { recursive: true, force: true });
      return;
    }
    if (performance.now() - saidAt > sayEveryMs) {
      saidAt = performance.now();
      log.warn({ run, ...stateOf(own, progress) }, 'this run waits for its last closes to be booked');
    }
    await wait(journal.openRequests() > 0 ? openPollMs : pollMs);
  }
  const unsent = String(journal.lastSeq() - publisher.sentSeq());
  log.error(
    { run, unsent, ...stateOf(own, progress) },
    'this run is left to the next process with its journal',
  );
}

/** How far the ledger was, and since when. */
interface Progress {
  applied: bigint;
  at: number;
}

async function advance(own: OwnRun, progress: Progress): Promise<boolean> {
  const { run, ledger, journal, publisher, slices, log, resendAfterMs } = own;
  if (journal.openRequests() > 0) return false;
  try {
    await slices.returnAll();
    const { appliedSeq, finished } = await call(ledger, ledger.finishRun, {
      run,
      lastSeq: journal.lastSeq(),
    });
    if (finished) return true;
    const now = performance.now();
    const isNews = appliedSeq > progress.applied;
    if (isNews) Object.assign(progress, { applied: appliedSeq, at: now });
    const isLost = now - progress.at > resendAfterMs;
    if (isLost) progress.at = now;
    if (isLost) publisher.resend(appliedSeq);
    // On from where it stands: begun anew each time, a long journal would not be sent whole before the deadline.
    else if (publisher.sentSeq() < journal.lastSeq()) publisher.resend(publisher.sentSeq());
  } catch (error) {
    log.warn({ err: error }, 'this run waits to be finished');
  }
  return false;
}

function stateOf({ journal }: OwnRun, { applied }: Progress): Record<string, unknown> {
  const booked = applied < 0n ? 0n : applied;
  return { openRequests: journal.openRequests(), unbooked: String(journal.lastSeq() - booked) };
}
