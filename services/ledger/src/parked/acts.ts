import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { inTransaction } from '../postgres/transaction.ts';
import { lockParked, type ParkedEvent, type ParkedState } from './find-parked.ts';

/** What somebody did to a parked event, and why. */
export interface Act {
  kind: 'repaired' | 'replayed' | 'dropped';
  actor: string;
  reason: string;
  /** Of a replay: `booked`, or why not. */
  outcome: string;
  /** Of a repair: the message that replaces what came. */
  content: Buffer | null;
}

export type Refusal = 'unknown' | Exclude<ParkedState, 'open'>;

export async function appendAct(transaction: Knex, parked: bigint, act: Act): Promise<void> {
  await rowsOf(
    transaction,
    'insert into parked_act (parked, kind, actor, reason, outcome, content) values (?, ?, ?, ?, ?, ?)',
    [parked, act.kind, act.actor, act.reason, act.outcome, act.content],
  );
}

export function listActs(database: Knex, parked: bigint): Promise<(Act & { atMs: bigint })[]> {
  return rowsOf(
    database,
    `select kind, actor, reason, outcome, content, (extract(epoch from acted_at) * 1000)::bigint as "atMs"
     from parked_act where parked = ? order by seq`,
    [parked],
  );
}

/** Does something to an event that waits; returns why not when it does not wait any more. */
export function actOn<T>(
  knex: Knex,
  seq: bigint,
  act: (transaction: Knex.Transaction, event: ParkedEvent) => Promise<T>,
): Promise<T | Refusal> {
  return inTransaction(knex, async (transaction) => {
    const event = await lockParked(transaction, seq);
    if (!event) return 'unknown';
    return event.state === 'open' ? act(transaction, event) : event.state;
  });
}

/** Replaces what will be replayed. */
export function repairParked(
  knex: Knex,
  seq: bigint,
  { actor, reason, content }: { actor: string; reason: string; content: Buffer },
): Promise<Refusal | undefined> {
  const act: Act = { kind: 'repaired', actor, reason, outcome: '', content };
  return actOn(knex, seq, (transaction) => appendAct(transaction, seq, act).then(() => undefined));
}
