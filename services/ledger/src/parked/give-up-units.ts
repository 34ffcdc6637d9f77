import type { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { findInputHashes } from '../book/entry.ts';
import { lockPurses } from '../book/purses/purse.ts';
import { pathId } from '../book/slices/path-id.ts';
import { findDropped } from './find-dropped.ts';

/**
 * Lets the slice of a close that is given up consume what it would have been booked with, never more than it holds: its gateway
 * counts these units as consumed and returns them never. Nothing is used by it. What was parked twice, or was booked after all,
 * consumes once. To be called before the event is noted as dropped.
 */
export async function giveUpUnits(transaction: Knex, parked: bigint, close: Close): Promise<void> {
  // The locks of the purses guard the slice, and whoever else books or gives up the close.
  await lockPurses(transaction, close.path);
  if ((await findInputHashes(transaction, [close.id])).size > 0) return;
  if ((await findDropped(transaction, [close])).size > 0) return;
  await rowsOf(
    transaction,
    `with change as (
       select run, path_id, path, least(?::bigint, granted - returned - consumed) as units
       from slice where run = ? and path_id = ?),
     taken as (
       update slice set consumed = slice.consumed + change.units from change
       where slice.run = change.run and slice.path_id = change.path_id),
     moved as (
       update purse set held = purse.held - change.units from change, unnest(change.path) as on_path (id)
       where purse.id = on_path.id)
     insert into given_up (parked, run, path_id, units)
     select ?, run, path_id, units from change where units > 0`,
    [close.consumed, close.run, pathId(close.path), parked],
  );
}
