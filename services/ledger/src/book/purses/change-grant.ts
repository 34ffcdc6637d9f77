import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { inTransaction } from '../../postgres/transaction.ts';
import { bookEntries } from '../chain.ts';
import { findInputHashes, ofNoClose } from '../entry.ts';
import { shortHash } from '../input-hash.ts';
import { armLowBalance } from '../notices/low-balance.ts';
import type { Notice } from '../notices/notice.ts';
import { armSoftLimit } from '../notices/soft-limit.ts';
import { lockPurses, type Purse } from './purse.ts';

export interface GrantChange {
  /** Of the change itself, made by who asks for it. */
  id: string;
  purse: string;
  /** Who grants: what a configuration grants is another source's, and stays. */
  source: string;
  /** Below zero: taken. */
  units: bigint;
}

export type GrantOutcome =
  | { kind: 'changed'; purse: Purse; isNew: boolean; notices: Notice[] }
  | { kind: 'unknown-purse' }
  | ChangeRefusal;

type ChangeRefusal =
  /** There is no limit that more could raise. */
  | { kind: 'unlimited'; purse: Purse }
  /** More would be taken than was granted. What is used already may be: then nothing is served until more is granted. */
  | { kind: 'exceeds'; purse: Purse }
  /** The id stands for another change, or for something else. */
  | { kind: 'other-content' };

/** Grants a purse more, or takes some of its grant back. Repeating changes nothing; a refusal is not remembered. */
export function changeGrant(knex: Knex, { purse, ...change }: GrantChange): Promise<GrantOutcome> {
  return inTransaction(knex, async (transaction): Promise<GrantOutcome> => {
    const before = (await lockPurses(transaction, [purse])).get(purse);
    if (!before) return { kind: 'unknown-purse' };
    const outcome = await bookChange(transaction, before, change);
    if (outcome.kind === 'known') return { kind: 'changed', purse: before, isNew: false, notices: [] };
    if (outcome.kind !== 'booked') return outcome;
    const notices = [
      ...(await armSoftLimit(transaction, purse, outcome.percent)),
      ...(await armLowBalance(transaction, purse)),
    ];
    return { kind: 'changed', purse: outcome.purse, isNew: true, notices };
  });
}

export type BookedChange =
  /** With the soft limit of the purse, which is to be armed by who asks. */
  | { kind: 'booked'; purse: Purse; percent: number | null }
  /** It was before. */
  | { kind: 'known' }
  | ChangeRefusal;

/** Changes what a purse is granted that is locked, and as it is told here. */
export async function bookChange(
  transaction: Knex,
  purse: Purse,
  { id, source, units }: Omit<GrantChange, 'purse'>,
): Promise<BookedChange> {
  const inputHash = shortHash(JSON.stringify([purse.id, source, String(units)]));
  const known = (await findInputHashes(transaction, [id])).get(id);
  if (known) return { kind: known === inputHash ? 'known' : 'other-content' };
  if (purse.unlimited) return { kind: 'unlimited', purse };
  // A configuration may have left it with less than nothing: whatever is granted then is welcome.
  if (units < 0n && purse.granted + units < 0n) return { kind: 'exceeds', purse };
  const kind = units > 0n ? 'grant' : 'adjust';
  const entry = { id, kind, ref: source, path: [purse.id], amount: units, inputHash, ...ofNoClose } as const;
  const { added } = await bookEntries(transaction, 'calls', [entry]);
  if (!added.has(id)) return { kind: 'other-content' };
  const percent = await addToGrant(transaction, { purse: purse.id, source, units });
  return { kind: 'booked', purse: { ...purse, granted: purse.granted + units }, percent };
}

/** Returns the purse's soft limit. */
async function addToGrant(
  transaction: Knex,
  { purse, source, units }: Omit<GrantChange, 'id'>,
): Promise<number | null> {
  const [row] = await rowsOf<{ percent: number | null }>(
    transaction,
    `with sum as (
       insert into grant_source (purse, source, total) values (?, ?, ?)
       on conflict (purse, source) do update set total = grant_source.total + excluded.total)
     update purse set granted = granted + ? where id = ? returning soft_limit_percent as percent`,
    [purse, source, units, units, purse],
  );
  return row?.percent ?? null;
}
