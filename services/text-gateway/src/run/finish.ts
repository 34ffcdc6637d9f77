import { rm } from 'node:fs/promises';
import type { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import type { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { Log } from '@headgate/runtime/log';
import { call } from '@headgate/runtime/rpc/client';
import { wait } from '@headgate/runtime/wait';
import type { JetStreamClient } from 'nats';
import type { DeadRun } from '../journal/recover.ts';
import { publishAcknowledged } from './publisher.ts';

export interface FinishContext {
  ledger: LedgerClient;
  jetstream: JetStreamClient;
  log: Log;
  signal: AbortSignal;
  resendAfterMs: number;
}

const batchSize = 500;
const pollMs = 500;

/**
 * Ends a dead run: sends its closes until the ledger has booked them all and released what the run held,
 * then removes its journal. Goes on until done or until the process stops; the next one begins again.
 */
export async function finishDeadRun(dead: DeadRun, context: FinishContext): Promise<void> {
  const { ledger, log, signal, resendAfterMs } = context;
  let sentAt: number | undefined;
  for (;;) {
    try {
      const answer = await call(ledger, ledger.finishRun, { run: dead.run, lastSeq: dead.lastSeq });
      if (answer.finished) break;
      if (sentAt === undefined || performance.now() - sentAt > resendAfterMs) {
        await sendCloses(
          dead.closes.filter(({ seq }) => seq > answer.appliedSeq),
          context,
        );
        sentAt = performance.now();
      }
    } catch (error) {
      log.warn({ err: error, run: dead.run }, 'a dead run waits to be finished');
    }
    await wait(pollMs, signal);
  }
  await rm(dead.dir, { recursive: true, force: true });
  log.info({ run: dead.run, closes: dead.closes.length, interrupted: dead.interrupted }, 'dead run finished');
}

async function sendCloses(closes: readonly Close[], { jetstream }: FinishContext): Promise<void> {
  for (let from = 0; from < closes.length; from += batchSize) {
    await publishAcknowledged(jetstream, closes.slice(from, from + batchSize));
  }
}
