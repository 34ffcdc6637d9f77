import { type Close, Kind } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Knex } from 'knex';
import type { PriceBooks } from '../pricing/price-books.ts';
import { appliedSeqs } from './applied-seqs.ts';
import { bookEntries } from './chain.ts';
import { closeHolds, findSecondCloses, type Holds, holdProblem } from './close-holds.ts';
import { type Entry, findInputHashes } from './entry.ts';
import { lockHolds } from './hold.ts';
import { inputHash } from './input-hash.ts';
import type { Notice } from './notice.ts';
import { type Parked, type ParkReason, park, toParked } from './parked.ts';
import { pathId } from './path-id.ts';
import { priceClose } from './price-close.ts';
import { addMove, lockPurses, movePurses, type PurseMoves, type Purses } from './purse.ts';
import { advanceRuns, lockRuns, type Run } from './run.ts';
import { consumeFromSlices, type SliceKey } from './slice.ts';
import { insertUsage } from './usage.ts';

/** What was booked, for metrics and logs. */
export interface Booked {
  /** Entries that were new. */
  entries: Entry[];
  /** What was parked for the first time. */
  parked: { id: string | null; reason: ParkReason }[];
  /** Units that closes consumed beyond what their slices or holds held. */
  unbackedUnits: bigint;
  /** Of purses that came to their soft limits. */
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

/**
 * Books a batch and notes how far its runs are applied by it. The caller owns the transaction, which also
 * moves the cursor; `book` does the booking itself, between the locking of the runs and their advance.
 */
export async function postCloses(
  transaction: Knex,
  batch: Batch,
  books: PriceBooks,
  book: typeof bookCloses = bookCloses,
): Promise<Posted> {
  const places = placesOf(batch);
  const runs = await lockRuns(
    transaction,
    places.map(({ run }) => run),
  );
  const booked = await book(transaction, batch, { books, runs });
  const applied = appliedSeqs(runs, places);
  await advanceRuns(transaction, applied);
  return { ...booked, bookedRuns: findBooked(runs, applied) };
}

/** What booking needs to know beside the closes. The runs are locked. */
export interface Around {
  books: PriceBooks;
  runs: ReadonlyMap<string, Run>;
}

/**
 * Books closes with a handful of statements, however many they are: entries first, and only what was new
 * moves slices and purses.
 */
export async function bookCloses(transaction: Knex, batch: Batch, around: Around): Promise<Booked> {
  const { first, conflicting } = splitRepeated(batch.closes);
  const parked = [...batch.parked, ...conflicting.map((close) => toParked(close, 'other_content'))];
  const purses = await lockPurses(
    transaction,
    first.flatMap(({ path }) => path),
  );
  const holdIds = first.flatMap(({ holdId }) => holdId || []);
  const held = { holds: await lockHolds(transaction, holdIds), second: findSecondCloses(first) };
  const entries = new Map<string, Entry>();
  for (const close of first) {
    const amount = await amountOrReason(transaction, close, purses, { ...around, ...held });
    if (typeof amount === 'string') parked.push(toParked(close, amount));
    else entries.set(close.id, toEntry(close, amount, purses, { ...around, ...held }));
  }
  const { added, batchNo } = await bookEntries(transaction, 'closes', [...entries.values()]);
  parked.push(...(await findConflicts(transaction, first, entries, added)));

  const newCloses = first.filter(({ id }) => added.has(id));
  const newEntries = [...entries.values()].filter(({ id }) => added.has(id));
  const moved = await moveUnits(transaction, newCloses, newEntries, held.holds);
  await insertUsage(
    transaction,
    batchNo,
    newCloses.map((close) => ({ close, amount: entries.get(close.id)?.amount ?? 0n })),
  );
  return { entries: newEntries, parked: await park(transaction, parked), ...moved };
}

/** The first close of each id, and those that say something else under the same id. */
function splitRepeated(closes: readonly Close[]): { first: Close[]; conflicting: Close[] } {
  const first = new Map<string, Close>();
  const conflicting: Close[] = [];
  for (const close of closes) {
    const known = first.get(close.id);
    if (!known) first.set(close.id, close);
    else if (!inputHash(known).equals(inputHash(close))) conflicting.push(close);
  }
  return { first: [...first.values()], conflicting };
}

async function amountOrReason(
  transaction: Knex,
  close: Close,
  purses: Purses,
  { books, holds, second }: { books: PriceBooks; holds: Holds; second: ReadonlySet<Close> },
): Promise<bigint | ParkReason> {
  if (close.path.some((id) => !purses.has(id))) return 'unknown_purse';
  const problem = second.has(close) ? 'hold_closed' : holdProblem(close, holds);
  if (problem) return problem;
  return priceClose(close, await books.at(transaction, close.priceVersion));
}

function toEntry(
  close: Close,
  amount: bigint,
  purses: Purses,
  { runs, holds }: Around & { holds: Holds },
): Entry {
  // Without a limited purse nothing is reserved, and so nothing can be exceeded.
  const isLimited = close.path.some((id) => purses.get(id)?.unlimited === false);
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
    inputHash: inputHash(close),
  };
}

/** Closes whose id was booked before with other content. */
async function findConflicts(
  transaction: Knex,
  closes: readonly Close[],
  entries: ReadonlyMap<string, Entry>,
  added: ReadonlySet<string>,
): Promise<Parked[]> {
  const known = closes.filter(({ id }) => entries.has(id) && !added.has(id));
  const hashes = await findInputHashes(
    transaction,
    known.map(({ id }) => id),
  );
  return known
    .filter((close) => hashes.get(close.id)?.equals(inputHash(close)) === false)
    .map((close) => toParked(close, 'other_content'));
}

/** Takes from slices what closes consumed, ends holds, and writes purses. Says what nobody held. */
async function moveUnits(
  transaction: Knex,
  closes: readonly Close[],
  entries: readonly Entry[],
  holds: Holds,
): Promise<Pick<Booked, 'unbackedUnits' | 'notices'>> {
  const consumed = new Map<string, SliceKey & { units: bigint }>();
  let unbacked = 0n;
  for (const { run, path, consumed: units, holdId } of closes) {
    if (holdId !== '') {
      if (holds.get(holdId)?.state !== 'held') unbacked += units;
      continue;
    }
    const key = { run, pathId: pathId(path) };
    const name = `${run}/${key.pathId}`;
    consumed.set(name, { ...key, units: (consumed.get(name)?.units ?? 0n) + units });
    unbacked += units;
  }
  const moves: PurseMoves = new Map();
  for (const { path, amount } of entries) addMove(moves, path, { used: amount });
  await closeHolds(transaction, closes, holds, moves);
  for (const { path, taken } of await consumeFromSlices(transaction, [...consumed.values()])) {
    addMove(moves, path, { held: -taken });
    unbacked -= taken;
  }
  return { unbackedUnits: unbacked, notices: await movePurses(transaction, moves) };
}

function findBooked(runs: ReadonlyMap<string, Run>, applied: ReadonlyMap<string, bigint>): string[] {
  return [...runs.values()]
    .filter(({ id, lastSeq, isReleased, appliedSeq }) => {
      return lastSeq !== null && !isReleased && (applied.get(id) ?? appliedSeq) >= lastSeq;
    })
    .map(({ id }) => id);
}
