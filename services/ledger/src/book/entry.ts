import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { arrayText, type Column, insertRows, multiRowInsert } from '../postgres/insert-rows.ts';

export type EntryKind = 'settle' | 'interrupted' | 'refund' | 'grant' | 'adjust';

/** A booked fact. Append-only. */
export interface Entry {
  id: string;
  kind: EntryKind;
  ref: string | null;
  path: readonly string[];
  /** Settle, interrupted and refund add it to `used` of their purses, grant and adjust to `granted`. */
  amount: bigint;
  /** What of the amount lies beyond what was reserved; of a grant, what its purse used before it had a limit. */
  overrun: bigint;
  /** Its run had been released before it came. */
  late: boolean;
  priceVersion: bigint | null;
  /** Hexadecimal. */
  inputHash: string;
}

/** What an entry says of the close behind it, where there is none. */
export const ofNoClose = { overrun: 0n, late: false, priceVersion: null };

const columns: Column<Entry>[] = [
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'kind', type: 'text', of: ({ kind }) => kind },
  { name: 'ref', type: 'text', of: ({ ref }) => ref },
  { name: 'path', type: 'text', cast: 'text[]', of: ({ path }) => arrayText(path) },
  { name: 'amount', type: 'bigint', of: ({ amount }) => amount },
  { name: 'overrun', type: 'bigint', of: ({ overrun }) => overrun },
  { name: 'late', type: 'boolean', of: ({ late }) => late },
  { name: 'price_version', type: 'bigint', of: ({ priceVersion }) => priceVersion },
  { name: 'input_hash', type: 'bytea', of: ({ inputHash }) => inputHash },
];
const parts = {
  table: 'entry',
  sentAs: 'entry_sent',
  columns,
  same: { batch_no: 'bigint', booked_at: 'timestamptz' },
};

/** PostgreSQL looks nothing up before it writes: a quarter less of its time. A known id is a unique violation. */
const insertNew = multiRowInsert({ ...parts, name: 'insert-new-entries' });
const insertUnknown = multiRowInsert({
  ...parts,
  name: 'insert-unknown-entries',
  ending: 'on conflict (id) do nothing',
});

/** Where and when entries are booked. */
export interface BatchPlace {
  batchNo: bigint;
  /** As PostgreSQL writes it, to the microsecond. */
  bookedAt: string;
}

/**
 * Writes entries; returns the ids that were new. A known id changes nothing, but where all are taken to be new
 * (`areNew`), and it fails.
 */
export async function insertEntries(
  transaction: Knex,
  entries: readonly Entry[],
  { batchNo, bookedAt }: BatchPlace,
  { areNew = false }: { areNew?: boolean } = {},
): Promise<Set<string>> {
  const insert = areNew ? insertNew : insertUnknown;
  const { rowCount } = await insertRows(transaction, insert, entries, [batchNo, bookedAt]);
  const ids = entries.map(({ id }) => id);
  // Nearly always: a thousand ids need not come back to say so.
  if (rowCount === entries.length) return new Set(ids);
  const rows = await rowsOf<{ id: string }>(
    transaction,
    'select id from entry where id = any (?::uuid[]) and batch_no = ?',
    [ids, batchNo],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The input hashes of booked entries, by id. */
export async function findInputHashes(database: Knex, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<{ id: string; inputHash: string }>(
    database,
    `select id, encode(input_hash, 'hex') as "inputHash" from entry where id = any (?::uuid[])`,
    [ids],
  );
  return new Map(rows.map(({ id, inputHash }) => [id, inputHash]));
}
