import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

export type HoldState = 'held' | 'released' | 'closed';

/**
 * What one media task holds of a path until it ends. A row is written under the locks of the purses on its path, and
 * locked after them.
 */
export interface Hold {
  id: string;
  /** Null where it ended before it came. */
  path: string[] | null;
  amount: bigint;
  ref: string;
  state: HoldState;
  /** The close that ended it. */
  closedBy: string | null;
}

const holdColumns = 'id, path, amount, ref, state, closed_by as "closedBy"';

/** Holds as they are; unknown ones are left out. */
export function findHolds(database: Knex, ids: readonly string[]): Promise<Hold[]> {
  return rowsOf<Hold>(database, `select ${holdColumns} from hold where id = any (?::uuid[]) order by id`, [
    ids,
  ]);
}

/** Locks holds until the transaction ends, in the order of their ids. The purses must be locked. */
export async function lockHolds(transaction: Knex, ids: readonly string[]): Promise<Map<string, Hold>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<Hold>(
    transaction,
    `select ${holdColumns} from hold where id = any (?::uuid[]) order by id for no key update`,
    [ids],
  );
  return new Map(rows.map((hold) => [hold.id, hold]));
}

/** Writes a hold; false when there is one of that id. */
export async function insertHold(
  transaction: Knex,
  { id, path, amount, ref }: Pick<Hold, 'id' | 'path' | 'amount' | 'ref'>,
): Promise<boolean> {
  const rows = await rowsOf(
    transaction,
    `insert into hold (id, path, amount, ref, state) values (?, ?::text[], ?, ?, 'held')
     on conflict (id) do nothing returning id`,
    [id, path, amount, ref],
  );
  return rows.length > 0;
}

/** Refuses a hold that never came; false when there is one of that id. */
export async function insertTombstone(
  transaction: Knex,
  { id, closedBy }: Pick<Hold, 'id' | 'closedBy'>,
): Promise<boolean> {
  const rows = await rowsOf(
    transaction,
    `insert into hold (id, state, closed_by, ended_at) values (?, ?, ?, now())
     on conflict (id) do nothing returning id`,
    [id, closedBy === null ? 'released' : 'closed', closedBy],
  );
  return rows.length > 0;
}
