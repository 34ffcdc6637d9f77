import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { inTransaction } from '../postgres/transaction.ts';
import { addRefund } from '../statistics/add-refund.ts';
import { bookEntries } from './chain.ts';
import { findInputHashes, ofNoClose } from './entry.ts';
import { shortHash } from './input-hash.ts';
import { addMove, lockPurses, movePurses, type PurseMoves } from './purses/purse.ts';

export interface Refund {
  /** Of the refund itself, made by who asks for it. */
  id: string;
  requestId: string;
  units: bigint;
}

export type RefundOutcome =
  | { kind: 'refunded'; path: string[]; isNew: boolean }
  /** The request is not booked, or not yet: nothing is remembered, and asking again is right. */
  | { kind: 'not-billed' }
  /** More than the request was billed, less what was refunded before. */
  | { kind: 'exceeds' }
  /** The id stands for another refund, or for something else. */
  | { kind: 'other-content' };

/**
 * Gives back part of what a request was billed, to every purse of its path. Repeating changes nothing. Refunds of one
 * request wait for each other at its purses, so that together they never exceed what was billed.
 */
export function refund(knex: Knex, { id, requestId, units }: Refund): Promise<RefundOutcome> {
  const inputHash = shortHash(JSON.stringify([requestId, String(units)]));
  return inTransaction(knex, async (transaction): Promise<RefundOutcome> => {
    const [settle] = await rowsOf<{ path: string[]; amount: bigint }>(
      transaction,
      `select path, amount from entry where id = ? and kind in ('settle', 'interrupted')`,
      [requestId],
    );
    if (!settle) return { kind: 'not-billed' };
    const { path, amount } = settle;
    await lockPurses(transaction, path);
    const known = (await findInputHashes(transaction, [id])).get(id);
    if (known) return known === inputHash ? { kind: 'refunded', path, isNew: false } : otherContent;
    if (units > amount - (await sumRefunds(transaction, requestId))) return { kind: 'exceeds' };
    const entry = {
      id,
      kind: 'refund',
      ref: requestId,
      path,
      amount: -units,
      inputHash,
      ...ofNoClose,
    } as const;
    const { added } = await bookEntries(transaction, 'calls', [entry]);
    if (!added.has(id)) return otherContent;
    const moves: PurseMoves = new Map();
    addMove(moves, path, { used: -units });
    await movePurses(transaction, moves);
    await addRefund(transaction, requestId, units);
    return { kind: 'refunded', path, isNew: true };
  });
}

const otherContent: RefundOutcome = { kind: 'other-content' };

async function sumRefunds(transaction: Knex, requestId: string): Promise<bigint> {
  const [row] = await rowsOf<{ units: bigint }>(
    transaction,
    `select coalesce(sum(-amount), 0)::bigint as units from entry where kind = 'refund' and ref = ?`,
    [requestId],
  );
  return row?.units ?? 0n;
}
