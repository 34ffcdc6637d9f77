import type { Knex } from 'knex';
import { openMissingWindows } from '../book/budgets/open-windows.ts';
import { type Cursor, moveCursor } from '../book/cursor.ts';
import {
  type Around,
  type Batch,
  type Booked,
  bookCloses,
  lockRunsOf,
  type Posted,
  postLocked,
} from '../book/post.ts';
import { lockPursesToSettle } from '../book/purses/purse.ts';
import { toParked } from '../parked/park.ts';
import { together } from '../postgres/statement.ts';
import { inTransaction, isDataError } from '../postgres/transaction.ts';
import type { SettleContext } from './context.ts';

/** Thrown inside the transaction, so that nothing of it stays, when the cursor is not where it should be. */
class OutrunError extends Error {}

/**
 * Books what lies between two positions of the cursor and moves it, in one transaction. Returns 'outrun',
 * with nothing changed, when the cursor is no longer at `from`.
 */
export async function settleBatch(
  {
    knex,
    books,
    reach,
    meanwhile,
  }: Pick<SettleContext, 'knex' | 'books' | 'reach'> & Pick<Around, 'meanwhile'>,
  batch: Batch,
  from: Cursor,
  to: Cursor,
): Promise<Posted | 'outrun'> {
  const settle = (book: typeof bookCloses): Promise<Posted> =>
    inTransaction(knex, async (transaction) => {
      const [isMoved, runs] = await together([
        moveCursor(transaction, from, to),
        lockRunsOf(transaction, batch),
      ]);
      if (!isMoved) throw new OutrunError();
      const posted = await postLocked(transaction, batch, { books, runs, meanwhile }, book);
      reach('before-commit');
      return posted;
    });
  try {
    // A request that needed no units has drawn none, and a failover can lose a purse with its last second.
    await openMissingWindows(
      knex,
      batch.closes.flatMap(({ path }) => path),
    );
    return await settle(bookNew).catch((error) => {
      if (!isDataError(error)) throw error;
      return settle(bookOrSplit);
    });
  } catch (error) {
    if (error instanceof OutrunError) return 'outrun';
    throw error;
  }
}

/** Books closes as if none were known, which is so but where they are sent again: PostgreSQL then looks none of them up. */
function bookNew(transaction: Knex, batch: Batch, around: Around): Promise<Booked> {
  return bookCloses(transaction, batch, { ...around, areNew: true });
}

/**
 * Books closes of which the database refuses some: halves them until what is refused stands alone, and parks
 * that. One poison close in a thousand costs about ten more rounds.
 */
async function bookOrSplit(transaction: Knex, batch: Batch, around: Around): Promise<Booked> {
  const { closes, parked } = batch;
  // All locks first, in the usual order: halves would take them in another.
  await lockPursesToSettle(transaction, new Set(closes.flatMap(({ path }) => path)));
  try {
    return await transaction.transaction((savepoint) => bookCloses(savepoint, batch, around));
  } catch (error) {
    if (!isDataError(error) || closes.length === 0) throw error;
  }
  const [only] = closes;
  if (only && closes.length === 1) {
    const refused = toParked(only, 'refused_by_database');
    return bookCloses(transaction, { closes: [], parked: [...parked, refused] }, around);
  }
  const middle = Math.ceil(closes.length / 2);
  const left = await bookOrSplit(transaction, { closes: closes.slice(0, middle), parked }, around);
  const right = await bookOrSplit(transaction, { closes: closes.slice(middle), parked: [] }, around);
  return {
    entries: [...left.entries, ...right.entries],
    parked: [...left.parked, ...right.parked],
    unbackedUnits: left.unbackedUnits + right.unbackedUnits,
    notices: [...left.notices, ...right.notices],
  };
}
