import { randomUUID } from 'node:crypto';
import { CloseBatch } from '@headgate/proto/gen/headgate/events/v1/events';
import { HoldState_State as State } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { closesSubject } from '@headgate/proto/subjects';
import { FaultError } from '@headgate/runtime/errors';
import { call } from '@headgate/runtime/rpc/client';
import type { JetStreamClient } from 'nats';
import type { WorkerContext } from '../context.ts';
import { type Billed, noteBilled } from '../sql/endings/note-billed.ts';
import { claimOutgoing, forgetOutgoing, type Outgoing } from '../sql/endings/outbox.ts';

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
  const closes = outgoing.flatMap((row) => (row.kind === 'close' ? [row] : []));
  const releases = outgoing.flatMap((row) => (row.kind === 'release' ? [row] : []));
  const first = closes.filter(({ tries }) => tries === 1);
  const repeated = closes.filter(({ tries }) => tries > 1);
  // Some of it needs the ledger, some the broker: while one of them is away, the other is told all the same.
  const told = [publish(line, first), confirmOrRepeat(line, repeated), release(line, releases)];
  await Promise.allSettled(told);
  await Promise.all(told);
  line.reach('told');
  return outgoing.length;
}

type OutgoingClose = Extract<Outgoing, { kind: 'close' }>;
type OutgoingRelease = Extract<Outgoing, { kind: 'release' }>;

/** Notes what closes that the ledger has booked were billed, forgets them, and sends the others again. */
async function confirmOrRepeat(line: LedgerLine, closes: readonly OutgoingClose[]): Promise<void> {
  if (closes.length === 0) return;
  const { knex, ledger } = line;
  const { holds } = await call(ledger, ledger.getHolds, { ids: closes.map(({ holdId }) => holdId) });
  const closed = new Map(
    holds.flatMap((hold) => (hold.state === State.CLOSED ? [[hold.id, hold] as const] : [])),
  );
  const isBooked = ({ holdId, closeId }: OutgoingClose): boolean => closed.get(holdId)?.closeId === closeId;
  const booked = closes.filter(isBooked);
  const billed = booked.flatMap(({ holdId, closeId }): Billed[] => {
    const amount = closed.get(holdId)?.billedAmount;
    return amount === undefined ? [] : [{ closeId, amount }];
  });
  await noteBilled(knex, billed);
  await forgetOutgoing(
    knex,
    booked.map(({ closeId }) => closeId),
  );
  await publish(
    line,
    closes.filter((close) => !isBooked(close)),
  );
}

async function publish({ jetstream }: LedgerLine, closes: readonly OutgoingClose[]): Promise<void> {
  if (closes.length === 0) return;
  const batch = CloseBatch.encode({ closes: closes.map(({ close }) => close) });
  // By its id the ledger knows the message at which it stands, whatever the broker was set back to.
  await jetstream.publish(closesSubject, batch.finish(), { msgID: randomUUID() });
}

async function release(
  { knex, ledger, log }: LedgerLine,
  releases: readonly OutgoingRelease[],
): Promise<void> {
  const done: string[] = [];
  for (const { holdId: id, closeId } of releases) {
    try {
      await call(ledger, ledger.releaseHold, { id });
      done.push(closeId);
    } catch (error) {
      log.warn({ err: error }, 'a hold waits to be released');
      // A ledger that does not answer is not asked for each of the others, while new ends wait to be told.
      if (!(error instanceof FaultError)) break;
    }
  }
  await forgetOutgoing(knex, done);
}
