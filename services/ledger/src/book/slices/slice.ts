import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/**
 * What one run may spend on one path without asking. The counters only ever grow; what the slice holds is
 * granted - returned - consumed, and it is guarded by the locks of the purses on its path.
 */
export interface Slice {
  granted: bigint;
  returned: bigint;
  consumed: bigint;
  drawNo: bigint;
}

export interface SliceKey {
  run: string;
  pathId: string;
}

export function heldBy(slice: Slice | undefined): bigint {
  return slice ? slice.granted - slice.returned - slice.consumed : 0n;
}

export async function findSlice(database: Knex, { run, pathId }: SliceKey): Promise<Slice | undefined> {
  const [slice] = await rowsOf<Slice>(
    database,
    `select granted, returned, consumed, draw_no as "drawNo" from slice where run = ? and path_id = ?`,
    [run, pathId],
  );
  return slice;
}

/** Adds a grant to a slice, or makes it with that grant; returns all it was ever granted. */
export async function grantToSlice(
  transaction: Knex,
  { run, pathId }: SliceKey,
  path: readonly string[],
  { drawNo, units }: { drawNo: bigint; units: bigint },
): Promise<bigint> {
  const [row] = await rowsOf<{ granted: bigint }>(
    transaction,
    `insert into slice (run, path_id, path, granted, draw_no) values (?, ?, ?::text[], ?, ?)
     on conflict (run, path_id) do update
       set granted = slice.granted + excluded.granted, draw_no = excluded.draw_no
     returning granted`,
    [run, pathId, path, units, drawNo],
  );
  if (!row) throw new Error('a granted slice is missing');
  return row.granted;
}

/** Runs whose slices hold units of these purses, the slice of `except` left aside. */
export async function findHolders(
  database: Knex,
  purses: readonly string[],
  except?: SliceKey,
): Promise<string[]> {
  const rows = await rowsOf<{ run: string }>(
    database,
    `select distinct run from slice
     where path && ?::text[] and granted - returned - consumed > 0
       and (run, path_id) is distinct from (?::uuid, ?::uuid)`,
    [purses, except?.run ?? null, except?.pathId ?? null],
  );
  return rows.map(({ run }) => run);
}

/** A change of one slice: what it was told, and what could be taken of it. */
export interface Taken extends SliceKey {
  path: string[];
  taken: bigint;
}

/**
 * Brings the totals that slices returned up to what they say, never beyond what they hold. Returns what came
 * back by this; unknown slices are left out.
 */
export function returnFromSlices(
  transaction: Knex,
  run: string,
  totals: ReadonlyMap<string, bigint>,
): Promise<Taken[]> {
  return rowsOf<Taken>(
    transaction,
    `with told as (select * from unnest(?::uuid[], ?::bigint[]) as told (path_id, total)),
     change as (
       select run, path_id, greatest(least(told.total, granted - consumed) - returned, 0) as taken
       from slice join told using (path_id) where run = ?)
     update slice set returned = slice.returned + change.taken from change
     where slice.run = change.run and slice.path_id = change.path_id and change.taken > 0
     returning slice.run, slice.path_id as "pathId", slice.path, change.taken`,
    [[...totals.keys()], [...totals.values()], run],
  );
}
