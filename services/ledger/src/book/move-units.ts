import type { Knex } from 'knex';
import { binaryColumn } from '../postgres/binary-array.ts';
import { runStatement, type Statement } from '../postgres/statement.ts';
import { type Holds, movesOfHolds } from './holds/close-holds.ts';
import type { DueNotice } from './notices/notice.ts';
import type { Booking } from './post.ts';
import { addMove } from './purses/purse.ts';
import { pathId } from './slices/path-id.ts';

/**
 * Slices give what was consumed, never more than they hold: one that was released holds nothing, and so a late close takes
 * nothing. What was consumed beyond is added to `unbacked`; unknown slices are left out. What was taken is no longer held
 * by the purses of its path. The first row says how much was taken, and of how many slices, the others which purses give notice.
 */
const statement: Statement = {
  name: 'move-units',
  text: `
    with told as (select * from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as told (run, path_id, units)),
    change as (
      select run, path_id, told.units, least(told.units, granted - returned - consumed) as taken
      from slice join told using (run, path_id)),
    taken as (
      update slice
      set consumed = slice.consumed + change.taken, unbacked = slice.unbacked + change.units - change.taken
      from change
      where slice.run = change.run and slice.path_id = change.path_id
      returning slice.path, change.taken),
    move as (
      select id, sum(used) as used, sum(held) as held
      from (
        select id, used, held from unnest($4::text[], $5::bigint[], $6::bigint[]) as asked (id, used, held)
        union all
        select id, 0, -taken from taken, unnest(path) as id) as moves
      group by id having sum(used) <> 0 or sum(held) <> 0),
    moved as (
      update purse set used = purse.used + move.used, held = purse.held + move.held
      from move where purse.id = move.id
      returning purse.id, purse.used, notice_at, warning_at)
    select null as id, null as kind, coalesce(sum(taken), 0)::bigint as taken, count(*) as slices from taken
    union all select id, 'soft_limit', 0, 0 from moved where used >= notice_at
    union all select id, 'low_balance', 0, 0 from moved where used >= warning_at
    order by id nulls first, kind`,
};

type Row = ({ id: null; kind: null } | DueNotice) & { taken: bigint; slices: bigint };

/**
 * Slices that were drawn after a backup, of runs that outlived its restore: all that they consumed before they draw again is
 * without backing.
 */
const insertLost: Statement = {
  name: 'insert-lost-slices',
  text: `
    insert into slice (run, path_id, path, granted, draw_no, unbacked)
    select lost.run, lost.path_id, array(select jsonb_array_elements_text(lost.path)), 0, 0, lost.units
    from unnest($1::uuid[], $2::uuid[], $3::jsonb[], $4::bigint[]) as lost (run, path_id, path, units)
      join run on run.id = lost.run
    where run.finished_at is null
    on conflict (run, path_id) do nothing`,
};

/**
 * Takes from slices what closes consumed, and writes purses. Says what nobody held, and who is to be told. The purses must be
 * locked.
 */
export async function moveUnits(
  transaction: Knex,
  bookings: readonly Booking[],
  holds: Holds,
): Promise<{ unbackedUnits: bigint; due: DueNotice[] }> {
  const moves = movesOfHolds(bookings, holds);
  const consumed = new Map<string, { run: string; path: readonly string[]; units: bigint }>();
  let unbacked = 0n;
  for (const { close, entry } of bookings) {
    addMove(moves, close.path, { used: entry.amount });
    if (close.holdId === '') {
      // No purse id has the separator, which no text of PostgreSQL can have.
      const name = close.run + close.path.join('\0');
      const known = consumed.get(name);
      if (known) known.units += close.consumed;
      else consumed.set(name, { run: close.run, path: close.path, units: close.consumed });
    }
    if (close.holdId === '' || holds.get(close.holdId)?.state !== 'held') unbacked += close.consumed;
  }
  const slices = [...consumed.values()].filter(({ units }) => units > 0n);
  const purses = [...moves];
  const runs = binaryColumn('uuid', slices, ({ run }) => run);
  const pathIds = binaryColumn('uuid', slices, ({ path }) => pathId(path));
  const units = binaryColumn('bigint', slices, (slice) => slice.units);
  const { rows } = await runStatement<Row>(transaction, statement, [
    ...[runs, pathIds, units],
    binaryColumn('text', purses, ([id]) => id),
    binaryColumn('bigint', purses, ([, { used }]) => used),
    binaryColumn('bigint', purses, ([, { held }]) => held),
  ]);
  if (rows[0]?.slices !== BigInt(slices.length)) {
    const paths = slices.map(({ path }) => JSON.stringify(path));
    await runStatement(transaction, insertLost, [runs, pathIds, paths, units]);
  }
  const taken = rows.reduce((sum, row) => sum + row.taken, 0n);
  return { unbackedUnits: unbacked - taken, due: rows.flatMap((row) => (row.id === null ? [] : row)) };
}
