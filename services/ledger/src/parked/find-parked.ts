import { Close, CloseBatch } from '@headgate/proto/gen/headgate/events/v1/events';
import { type Binding, rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { ParkReason } from './park.ts';

export type ParkedState = 'open' | 'booked' | 'dropped';

/** A parked event as it stands after all that was done to it. */
export interface ParkedEvent {
  seq: bigint;
  id: string | null;
  reason: ParkReason;
  state: ParkedState;
  parkedAtMs: bigint;
  /** As they came: a close, or the whole message where that could not be read. */
  payload: Buffer;
  /** A message that replaces it. */
  repaired: Buffer | null;
}

const parkedEvents = `
  select parked.seq, id, reason, payload, (extract(epoch from parked_at) * 1000)::bigint as "parkedAtMs",
    case when dropped then 'dropped' when booked then 'booked' else 'open' end as state, repair.content as repaired
  from parked, lateral (
    select coalesce(bool_or(kind = 'dropped'), false) as dropped,
      coalesce(bool_or(kind = 'replayed' and outcome = 'booked'), false) as booked
    from parked_act where parked_act.parked = parked.seq) as done
  left join lateral (
    select content from parked_act
    where parked_act.parked = parked.seq and kind = 'repaired' order by parked_act.seq desc limit 1) as repair on true`;

const find = (database: Knex, condition: string, bindings: readonly Binding[]): Promise<ParkedEvent[]> =>
  rowsOf<ParkedEvent>(database, `${parkedEvents} where ${condition}`, bindings);

export function listParked(
  database: Knex,
  { openOnly, afterSeq, limit }: { openOnly: boolean; afterSeq: bigint; limit: number },
): Promise<ParkedEvent[]> {
  const condition = 'parked.seq > ? and (not ? or not (dropped or booked)) order by parked.seq limit ?';
  return find(database, condition, [afterSeq, openOnly, limit]);
}

export async function findParked(database: Knex, seq: bigint): Promise<ParkedEvent | undefined> {
  return (await find(database, 'parked.seq = ?', [seq]))[0];
}

/** Events of a close that wait, the first one first. */
export function findWaiting(database: Knex, id: string): Promise<ParkedEvent[]> {
  return find(database, 'id = ? and not (dropped or booked) order by parked.seq', [id]);
}

/** The first event that waits and would end a hold: its close has the hold's id in it as text. */
export async function findParkedEnd(database: Knex, holdId: string): Promise<ParkedEvent | undefined> {
  const condition = `position(convert_to(?, 'UTF8') in payload) > 0 and not (dropped or booked) order by parked.seq limit 1`;
  return (await find(database, condition, [holdId]))[0];
}

/** Keeps a parked event from being acted on by others until the transaction ends. */
export async function lockParked(transaction: Knex, seq: bigint): Promise<ParkedEvent | undefined> {
  await rowsOf(transaction, 'select from parked where seq = ? for update', [seq]);
  return findParked(transaction, seq);
}

/** The message as it came: a close that was parked alone is one again. */
export function originalMessage({ reason, payload }: ParkedEvent): Buffer {
  if (reason === 'undecodable') return payload;
  return Buffer.from(CloseBatch.encode({ closes: [Close.decode(payload)] }).finish());
}

/** The message that a replay books. */
export function currentMessage(event: ParkedEvent): Buffer {
  return event.repaired ?? originalMessage(event);
}

/** How many events wait for somebody. */
export async function countOpenParked(database: Knex): Promise<number> {
  const [row] = await rowsOf<{ count: bigint }>(
    database,
    `select count(*) from (${parkedEvents}) as event where state = 'open'`,
    [],
  );
  return Number(row?.count ?? 0n);
}
