import type { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Knex } from 'knex';
import { openMissingWindows } from '../book/budgets/open-windows.ts';
import { findInputHashes } from '../book/entry.ts';
import { inputHash } from '../book/input-hash.ts';
import { type Posted, postCloses } from '../book/post.ts';
import { makeEndedRuns } from '../book/runs/run.ts';
import { readCloses } from '../consume/read-closes.ts';
import { inTransaction, isDataError } from '../postgres/transaction.ts';
import type { PriceBooks } from '../pricing/price-books.ts';
import { type Act, actOn, appendAct, type Refusal } from './acts.ts';
import { currentMessage, findParked, type ParkedEvent } from './find-parked.ts';
import type { ParkReason } from './park.ts';

export type Replay =
  | { kind: 'booked'; posted: Posted }
  | { kind: 'not-booked'; reason: ParkReason }
  | { kind: 'refused'; refusal: Refusal };

/** Ends the transaction with nothing booked. */
class StillParked extends Error {
  readonly reason: ParkReason;
  constructor(reason: ParkReason) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Books a parked event as the stream would, whole or not at all: with the prices, purses and holds of now. An id that was
 * booked meanwhile with the same content counts as booked.
 */
export async function replayParked(
  { knex, books }: { knex: Knex; books: PriceBooks },
  seq: bigint,
  actor: string,
): Promise<Replay> {
  const act = (outcome: string): Act => ({ kind: 'replayed', actor, reason: '', outcome, content: null });
  try {
    await openWindowsOf(knex, seq);
    const posted = await actOn(knex, seq, async (transaction, event) => {
      const done = await bookAgain(transaction, event, books);
      await appendAct(transaction, seq, act('booked'));
      return done;
    });
    return typeof posted === 'string' ? { kind: 'refused', refusal: posted } : { kind: 'booked', posted };
  } catch (error) {
    const reason = error instanceof StillParked ? error.reason : 'refused_by_database';
    if (!(error instanceof StillParked) && !isDataError(error)) throw error;
    await inTransaction(knex, (transaction) => appendAct(transaction, seq, act(reason)));
    return { kind: 'not-booked', reason };
  }
}

/** As settling does, before anything is locked: what was parked for an owner that was not known yet has opened none. */
async function openWindowsOf(knex: Knex, seq: bigint): Promise<void> {
  const event = await findParked(knex, seq);
  if (event?.state !== 'open') return;
  const { closes } = readCloses(currentMessage(event));
  await openMissingWindows(
    knex,
    closes.flatMap(({ path }) => path),
  );
}

async function bookAgain(transaction: Knex, event: ParkedEvent, books: PriceBooks): Promise<Posted> {
  const batch = readCloses(currentMessage(event));
  const [unreadable] = batch.parked;
  if (unreadable) throw new StillParked(unreadable.reason);
  // A repair that holds no close would count as booked, with nothing booked: who gives an event up drops it.
  if (batch.closes.length === 0) throw new StillParked(event.reason);
  // Somebody may come to it after months: what its run held was given back long ago, and the close is late.
  const runs = new Set(batch.closes.flatMap(({ run }) => run || []));
  await makeEndedRuns(transaction, [...runs]);
  const posted = await postCloses(transaction, batch, books);
  if (!(await areBooked(transaction, batch.closes)))
    throw new StillParked(posted.parked[0]?.reason ?? event.reason);
  return posted;
}

async function areBooked(transaction: Knex, closes: readonly Close[]): Promise<boolean> {
  const hashes = await findInputHashes(
    transaction,
    closes.map(({ id }) => id),
  );
  return closes.every((close) => hashes.get(close.id) === inputHash(close));
}
