import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { binaryArray } from '../../postgres/binary-array.ts';
import { runStatement, type Statement } from '../../postgres/statement.ts';
import { type DueNotice, giveNotices, type Notice } from '../notices/notice.ts';

/** One balance. Amounts are quota units. */
export interface Purse {
  id: string;
  granted: bigint;
  used: bigint;
  held: bigint;
  unlimited: boolean;
}

export type Purses = ReadonlyMap<string, Purse>;

/**
 * Locks purses until the transaction ends, always in the order of their ids: that is why no two
 * transactions can wait for each other. Unknown purses are left out.
 */
export async function lockPurses(transaction: Knex, ids: Iterable<string>): Promise<Purses> {
  const rows = await rowsOf<Purse>(
    transaction,
    `select id, granted, used, held, unlimited from purse
     where id = any (?::text[]) order by id for no key update`,
    [[...new Set(ids)]],
  );
  return new Map(rows.map((purse) => [purse.id, purse]));
}

const lockToSettle: Statement = {
  name: 'lock-purses-to-settle',
  text: 'select id, unlimited from purse where id = any ($1::text[]) order by id for no key update',
};

/** Locks them alike, and says of each no more than whether it is unlimited. */
export async function lockPursesToSettle(
  transaction: Knex,
  ids: ReadonlySet<string>,
): Promise<Map<string, boolean>> {
  const { rows } = await runStatement<Pick<Purse, 'id' | 'unlimited'>>(transaction, lockToSettle, [
    binaryArray('text', [...ids]),
  ]);
  return new Map(rows.map(({ id, unlimited }) => [id, unlimited]));
}

/** What a transaction changes, per purse. */
export type PurseMoves = Map<string, { used: bigint; held: bigint }>;

/** Adds a change of every purse of a path. */
export function addMove(
  moves: PurseMoves,
  path: readonly string[],
  { used = 0n, held = 0n }: { used?: bigint; held?: bigint },
): void {
  for (const id of path) {
    const move = moves.get(id);
    if (move) {
      move.used += used;
      move.held += held;
    } else {
      moves.set(id, { used, held });
    }
  }
}

/** Writes all changes with one statement, and gives the notices that they bring. The purses must be locked. */
export async function movePurses(transaction: Knex, moves: PurseMoves): Promise<Notice[]> {
  const changed = [...moves].filter(([, { used, held }]) => used !== 0n || held !== 0n);
  if (changed.length === 0) return [];
  const due = await rowsOf<DueNotice>(
    transaction,
    `with moved as (
       update purse set used = purse.used + move.used, held = purse.held + move.held
       from unnest(?::text[], ?::bigint[], ?::bigint[]) as move (id, used, held) where purse.id = move.id
       returning purse.id, purse.used, notice_at, warning_at)
     select id, 'soft_limit' as kind from moved where used >= notice_at
     union all select id, 'low_balance' from moved where used >= warning_at order by id, kind`,
    [changed.map(([id]) => id), changed.map(([, { used }]) => used), changed.map(([, { held }]) => held)],
  );
  return giveNotices(transaction, due);
}
