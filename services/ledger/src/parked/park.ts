import { type Close, Close as CloseMessage } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Knex } from 'knex';
import { insertRows, multiRowInsert } from '../postgres/insert-rows.ts';

/** Why something that came over the stream could not be booked. */
export type ParkReason =
  | 'undecodable'
  | 'invalid'
  | 'other_content'
  | 'hold_closed'
  | 'unknown_purse'
  | 'unknown_price_version'
  | 'unknown_price'
  | 'amount_out_of_range'
  | 'refused_by_database';

/** What a person must look at: nothing of it is lost and nothing of it was booked. */
export interface Parked {
  /** The close's id, or null when there is none to be read. */
  id: string | null;
  /** Its number in its run, if it has one, which counts as applied: sending it again would not help. */
  place: { run: string; seq: bigint } | null;
  reason: ParkReason;
  /** The close, or the whole message where that cannot be read. */
  payload: Buffer;
}

const insert = multiRowInsert<Parked>({
  table: 'parked',
  sentAs: 'parked_sent',
  columns: [
    { name: 'id', type: 'uuid', of: ({ id }) => id },
    { name: 'reason', type: 'text', of: ({ reason }) => reason },
    { name: 'payload', type: 'bytea', of: ({ payload }) => payload.toString('hex') },
  ],
  ending: 'on conflict (reason, sha256(payload)) do nothing returning id, reason',
});

/** Parks what cannot be booked; returns what was not parked before: a replay parks nothing twice. */
export async function park(
  transaction: Knex,
  parked: readonly Parked[],
): Promise<{ id: string | null; reason: ParkReason }[]> {
  if (parked.length === 0) return [];
  const { rows } = await insertRows<Parked, { id: string | null; reason: ParkReason }>(
    transaction,
    insert,
    parked,
  );
  return rows;
}

/** Parks a close as it came. */
export function toParked(close: Close, reason: ParkReason): Parked {
  const { id, run, seq } = close;
  return {
    id,
    place: run === '' ? null : { run, seq },
    reason,
    payload: Buffer.from(CloseMessage.encode(close).finish()),
  };
}
