import { randomUUID } from 'node:crypto';
import { type Close, CloseBatch } from '@headgate/proto/gen/headgate/events/v1/events';
import { HoldState_State as State } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { closesSubject } from '@headgate/proto/subjects';
import { call } from '@headgate/runtime/rpc/client';
import type { JetStreamClient } from 'nats';
import type { WorkerContext } from '../context.ts';
import { claimOutgoing, forgetOutgoing, type Outgoing } from '../sql/outbox.ts';

export interface LedgerLine extends Pick<WorkerContext, 'knex' | 'ledger' | 'log' | 'config' | 'reach'> {
  jetstream: JetStreamClient;
}

const batchSize = 100;

/**
 * Tells the ledger of tasks that have ended, and forgets what it has confirmed. An acknowledgement of the broker confirms
 * nothing: what the ledger does not know by then is sent again. Returns how many were due.
 */
export async function tellLedger(line: LedgerLine): Promise<number> {
  const { knex, config } = line;
  const outgoing = await claimOutgoing(knex, {
    limit: batchSize,
    firstMs: config.resendMs,
    longestMs: config.longestResendMs,
  });
  if (outgoing.length === 0) return 0;
  // Releases need no broker: while it is away closes wait, and they do not.
  await forgetOutgoing(knex, await release(line, outgoing));
  await forgetOutgoing(knex, await confirmCloses(line, outgoing));
  line.reach('told');
  return outgoing.length;
}

async function confirmCloses(line: LedgerLine, outgoing: readonly Outgoing[]): Promise<string[]> {
  const closes = outgoing.flatMap((row) => (row.kind === 'close' ? [row] : []));
  const repeated = closes.filter(({ tries }) => tries > 1);
  const ids = repeated.map(({ holdId }) => holdId);
  const { holds } = ids.length > 0 ? await call(line.ledger, line.ledger.getHolds, { ids }) : { holds: [] };
  const closedBy = new Map(
    holds.flatMap(({ id, state, closeId }) => (state === State.CLOSED ? [[id, closeId] as const] : [])),
  );
  const isDone = ({ holdId, closeId }: { holdId: string; closeId: string }): boolean =>
    closedBy.get(holdId) === closeId;
  const waiting = closes.filter((row) => !isDone(row));
  if (waiting.length > 0)
    await publish(
      line.jetstream,
      waiting.map(({ close }) => close),
    );
  return closes.filter(isDone).map(({ closeId }) => closeId);
}

async function publish(jetstream: JetStreamClient, closes: Close[]): Promise<void> {
  // By its id the ledger knows the message at which it stands, whatever the broker was set back to.
  const msgID = randomUUID();
  await jetstream.publish(closesSubject, CloseBatch.encode({ closes }).finish(), { msgID });
}

async function release({ ledger, log }: LedgerLine, outgoing: readonly Outgoing[]): Promise<string[]> {
  const done: string[] = [];
  for (const { kind, holdId: id, closeId } of outgoing) {
    if (kind !== 'release') continue;
    try {
      await call(ledger, ledger.releaseHold, { id });
      done.push(closeId);
    } catch (error) {
      log.warn({ err: error }, 'a hold waits to be released');
    }
  }
  return done;
}
