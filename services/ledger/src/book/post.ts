import { type Close, Kind } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Knex } from 'knex';
import { findDropped } from '../parked/find-dropped.ts';
import { type Parked, type ParkReason, park, toParked } from '../parked/park.ts';
import { together } from '../postgres/statement.ts';
import type { PriceBook } from '../pricing/price-book.ts';
import type { PriceBooks } from '../pricing/price-books.ts';
import { appendBatch, lockChain } from './chain.ts';
import { type Entry, findInputHashes, insertEntries } from './entry.ts';
import { closeHolds, findSecondCloses, type Holds, holdProblem } from './holds/close-holds.ts';
import { lockHolds } from './holds/hold.ts';
import { inputHash } from './input-hash.ts';
import { moveUnits } from './move-units.ts';
import { giveNotices, type Notice } from './notices/notice.ts';
import { priceClose } from './price-close.ts';
import { lockPursesToSettle } from './purses/purse.ts';
import { appliedSeqs } from './runs/applied-seqs.ts';
import { advanceRuns, lockRuns, type Run } from './runs/run.ts';
import { insertUsage } from './usage.ts';

/** What was booked, for metrics and logs. */
export interface Booked {
  /** Entries that were new. */
  entries: Entry[];
  /** What was parked for the first time. */
  parked: { id: string | null; reason: ParkReason }[];
  /** Units that closes consumed beyond what their slices or holds held. */
  unbackedUnits: bigint;
  /** Of purses that came to their soft limits, or whose balances became low. */
  notices: Notice[];
}

export interface Posted extends Booked {
  /** Finished runs whose last close is booked by now. */
  bookedRuns: string[];
}

export interface Batch {
  closes: readonly Close[];
  /** What could not even be read. */
  parked: readonly Parked[];
}

/** Where closes stand in their runs, parked ones included: those count as applied as well. */
function placesOf({ closes, parked }: Batch): { run: string; seq: bigint }[] {
  const ofRuns = closes.filter(({ run }) => run !== '');
  return [...ofRuns, ...parked.flatMap(({ place }) => place ?? [])];
}

/** What booking needs to know beside the closes. The runs are locked. */
export interface Around {
  books: PriceBooks;
  runs: ReadonlyMap<string, Run>;
  /** Whether no close can have been booked before; one that was is refused by PostgreSQL, and all with it. */
  areNew?: boolean;
  /** Called while PostgreSQL has most of its work to do, and this process has none. */
  meanwhile?: () => void;
}

/**
 * Books a batch and notes how far its runs are applied by it. The caller owns the transaction, which also
 * moves the cursor.
 */
export async function postCloses(transaction: Knex, batch: Batch, books: PriceBooks): Promise<Posted> {
  return postLocked(transaction, batch, { books, runs: await lockRunsOf(transaction, batch) });
}

/** The first half of it: locks the runs of a batch, before anything else of it is done. */
export function lockRunsOf(transaction: Knex, batch: Batch): Promise<Map<string, Run>> {
  return lockRuns(transaction, new Set(placesOf(batch).map(({ run }) => run)));
}

/** The second half; `book` does the booking itself. */
export async function postLocked(
  transaction: Knex,
  batch: Batch,
  around: Around,
  book: typeof bookCloses = bookCloses,
): Promise<Posted> {
  const { runs } = around;
  const applied = appliedSeqs(runs, placesOf(batch));
  const [, booked] = await together([advanceRuns(transaction, applied), book(transaction, batch, around)]);
  return { ...booked, bookedRuns: findBooked(runs, applied) };
}

/** A close and what is booked of it. */
export interface Booking {
  close: Close;
  entry: Entry;
}

/**
 * Books closes with a handful of statements, however many they are: only what is new moves slices and purses. What does not
 * need an answer is sent without waiting for one.
 */
export async function bookCloses(transaction: Knex, batch: Batch, around: Around): Promise<Booked> {
  const { first: distinct, conflicting } = splitRepeated(batch.closes);
  const parked = [...batch.parked, ...conflicting.map((close) => toParked(close, 'other_content'))];
  if (distinct.length === 0) return { ...nothingBooked, parked: await park(transaction, parked) };
  const prices = await readBooks(transaction, distinct, around.books);
  const locking = together([
    lockPursesToSettle(transaction, new Set(distinct.flatMap(({ path }) => path))),
    lockHolds(
      transaction,
      distinct.flatMap(({ holdId }) => holdId || []),
    ),
    lockChain(transaction, 'closes'),
    findDropped(transaction, distinct),
  ]);
  // PostgreSQL locks meanwhile.
  const priced = distinct.map((close) => toPriced(close, prices));
  const [purses, holds, end, dropped] = await locking;
  const first = priced.filter(({ close }) => !dropped.has(close));
  const second = findSecondCloses(first.map(({ close }) => close));
  const known: Known = { purses, holds, runs: around.runs, second };
  const bookings: Booking[] = [];
  for (const one of first) {
    const entry = entryOrReason(one, known);
    if (typeof entry === 'string') parked.push(toParked(one.close, entry));
    else bookings.push({ close: one.close, entry });
  }
  const inserting = insertEntries(
    transaction,
    bookings.map(({ entry }) => entry),
    end,
    around,
  );
  let added = bookings;
  // Where all must be new nobody waits to hear that they are: all that follows fails with one that is not.
  if (!around.areNew) {
    const newIds = await inserting;
    added = bookings.filter(({ entry }) => newIds.has(entry.id));
    if (added.length < bookings.length) parked.push(...(await findConflicts(transaction, bookings, newIds)));
  }
  const entries = added.map(({ entry }) => entry);
  const writing = together([
    inserting,
    closeHolds(transaction, added, holds),
    moveUnits(transaction, added, holds),
    insertUsage(transaction, end.batchNo, added),
    appendBatch(transaction, end, entries),
  ]);
  around.meanwhile?.();
  const [, , { unbackedUnits, due }] = await writing;
  const notices = await giveNotices(transaction, due);
  return { entries, parked: await park(transaction, parked), unbackedUnits, notices };
}

const nothingBooked = { entries: [], unbackedUnits: 0n, notices: [] };

/** The first close of each id, and those that say something else under the same id. */
function splitRepeated(closes: readonly Close[]): { first: Close[]; conflicting: Close[] } {
  const first = new Map<string, Close>();
  const conflicting: Close[] = [];
  for (const close of closes) {
    const known = first.get(close.id);
    if (!known) first.set(close.id, close);
    else if (inputHash(known) !== inputHash(close)) conflicting.push(close);
  }
  return { first: [...first.values()], conflicting };
}

/** A close with what it says by itself. */
interface Priced {
  close: Close;
  /** What it costs, or why that cannot be said. */
  price: bigint | ParkReason;
  inputHash: string;
}

function toPriced(close: Close, prices: ReadonlyMap<bigint, PriceBook | undefined>): Priced {
  return {
    close,
    price: priceClose(close, prices.get(close.priceVersion)),
    inputHash: inputHash(close),
  };
}

/** What an entry depends on beside its close. Purses and holds are locked. */
interface Known {
  /** Whether they are unlimited, by their ids. */
  purses: ReadonlyMap<string, boolean>;
  holds: Holds;
  runs: ReadonlyMap<string, Run>;
  /** Closes of which an earlier one ends the same hold. */
  second: ReadonlySet<Close>;
}

async function readBooks(
  transaction: Knex,
  closes: readonly Close[],
  books: PriceBooks,
): Promise<Map<bigint, PriceBook | undefined>> {
  const read = new Map<bigint, PriceBook | undefined>();
  for (const { priceVersion } of closes) {
    if (!read.has(priceVersion)) read.set(priceVersion, await books.at(transaction, priceVersion));
  }
  return read;
}

function entryOrReason(
  { close, price: amount, inputHash }: Priced,
  { purses, runs, holds, second }: Known,
): Entry | ParkReason {
  if (close.path.some((id) => !purses.has(id))) return 'unknown_purse';
  const problem = second.has(close) ? 'hold_closed' : holdProblem(close, holds);
  if (problem) return problem;
  if (typeof amount === 'string') return amount;
  // Without a limited purse nothing is reserved, and so nothing can be exceeded.
  const isLimited = close.path.some((id) => purses.get(id) === false);
  const hold = holds.get(close.holdId);
  const reserved = hold?.state === 'held' ? hold.amount : close.reserved;
  return {
    id: close.id,
    kind: close.kind === Kind.INTERRUPTED ? 'interrupted' : 'settle',
    ref: close.ref || null,
    path: close.path,
    amount,
    overrun: isLimited && amount > reserved ? amount - reserved : 0n,
    late: close.holdId === '' ? (runs.get(close.run)?.isReleased ?? false) : hold?.state !== 'held',
    priceVersion: close.priceVersion,
    inputHash,
  };
}

/** Closes whose id was booked before with other content. */
async function findConflicts(
  transaction: Knex,
  bookings: readonly Booking[],
  newIds: ReadonlySet<string>,
): Promise<Parked[]> {
  const known = bookings.filter(({ entry }) => !newIds.has(entry.id));
  const hashes = await findInputHashes(
    transaction,
    known.map(({ entry }) => entry.id),
  );
  return known
    .filter(({ entry }) => (hashes.get(entry.id) ?? entry.inputHash) !== entry.inputHash)
    .map(({ close }) => toParked(close, 'other_content'));
}

function findBooked(runs: ReadonlyMap<string, Run>, applied: ReadonlyMap<string, bigint>): string[] {
  return [...runs.values()]
    .filter(({ id, lastSeq, isReleased, appliedSeq }) => {
      return lastSeq !== null && !isReleased && (applied.get(id) ?? appliedSeq) >= lastSeq;
    })
    .map(({ id }) => id);
}
