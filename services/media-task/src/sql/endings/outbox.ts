import { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/** What the ledger has yet to hear of the end of a task. */
export type Outgoing =
  | { kind: 'close'; closeId: string; holdId: string; close: Close; tries: number }
  | { kind: 'release'; closeId: string; holdId: string; tries: number };

interface OutboxRow {
  close_id: string;
  hold_id: string;
  kind: 'close' | 'release';
  close: Buffer | null;
  tries: number;
}

/** Takes what is due. Whatever becomes of it, it is due again after a while, until it is done. */
export async function claimOutgoing(
  knex: Knex,
  { limit, firstMs, longestMs }: { limit: number; firstMs: number; longestMs: number },
): Promise<Outgoing[]> {
  const rows = await rowsOf<OutboxRow>(
    knex,
    `with chosen as (
       select close_id from outbox where due_at <= now() order by due_at limit ? for update skip locked
     )
     update outbox set tries = tries + 1, due_at = now() + least(? * power(2, least(tries, 20)), ?) * interval '1 ms'
     from chosen where outbox.close_id = chosen.close_id returning outbox.*`,
    [limit, firstMs, longestMs],
  );
  return rows.map(({ close_id: closeId, hold_id: holdId, close, tries }) => {
    const of = { closeId, holdId, tries };
    return close ? { ...of, kind: 'close', close: Close.decode(close) } : { ...of, kind: 'release' };
  });
}

/** The ledger said that the holds have ended. */
export async function forgetOutgoing(knex: Knex, closeIds: readonly string[]): Promise<void> {
  if (closeIds.length === 0) return;
  await rowsOf(knex, 'delete from outbox where close_id = any(?::uuid[])', [closeIds]);
}
