import type { Knex } from 'knex';
import type { RotatingSecret } from '../rotating-secret.ts';
import { headBytes, open, seal, sealHead } from '../seal.ts';

/** A column of secrets, each of which is sealed for its row. */
export interface SealedColumn {
  table: string;
  /** Numbers the rows, which are gone through in this order. */
  id: string;
  /** What is sealed: bytes, or with `isList` an array of them; null where there is no secret. */
  column: string;
  isList?: boolean;
  /** The column that tells the place of a secret, where it is not the id. */
  placedBy?: string;
  /** The place that the secret of a row is sealed for. */
  placeOf: (value: never) => string;
}

export interface Resealed {
  /** Rows that were sealed anew. */
  rows: number;
  /** Ids of rows with something that none of the keys opens: the first of them, and how many there are. */
  unreadable: { ids: string[]; count: number };
}

/** Short transactions: nobody waits for them, and little is done again after a kill. */
const batchSize = 100;
const mostIds = 10;

interface SealedRow {
  /** Its number, as text. */
  row: string;
  placed: unknown;
  sealed: Buffer | Buffer[];
}

/**
 * Seals under the current key what is sealed under another one. Each batch is a transaction of its own, what is done is not
 * found again, and replicas that do it at once wait for one another's rows: it may be broken off and repeated at any time.
 */
export async function reseal(
  knex: Knex,
  sealed: SealedColumn,
  secret: RotatingSecret,
  signal?: AbortSignal,
): Promise<Resealed> {
  const result: Resealed = { rows: 0, unreadable: { ids: [], count: 0 } };
  for (let after: string | undefined; !signal?.aborted; ) {
    const rows = await knex.transaction(async (transaction) => {
      const found = await lockBatch(transaction, sealed, secret, after);
      for (const row of found) note(result, row, await resealRow(transaction, sealed, secret, row));
      return found;
    });
    after = rows.at(-1)?.row;
    if (rows.length < batchSize) break;
  }
  return result;
}

async function lockBatch(
  transaction: Knex.Transaction,
  { table, id, column, isList, placedBy = id }: SealedColumn,
  { current }: RotatingSecret,
  after: string | undefined,
): Promise<SealedRow[]> {
  const each = isList ? 'unnest(??)' : '(values (??))';
  const { rows } = await transaction.raw<{ rows: SealedRow[] }>(
    `select ??::text as row, ?? as placed, ?? as sealed from ??
     where exists (select 1 from ${each} as sealed (one) where substring(one from 1 for ${headBytes}) <> ?)
       and (?::bigint is null or ?? > ?::bigint)
     order by ?? limit ${batchSize} for update`,
    [id, placedBy, column, table, column, sealHead(current), after ?? null, id, after ?? null, id],
  );
  return rows;
}

/** Beside something that no key opens, what can be opened is sealed anew all the same. */
async function resealRow(
  transaction: Knex.Transaction,
  { table, id, column, placeOf }: SealedColumn,
  secret: RotatingSecret,
  row: SealedRow,
): Promise<{ isChanged: boolean; isReadable: boolean }> {
  const place = placeOf(row.placed as never);
  const found = Array.isArray(row.sealed) ? row.sealed : [row.sealed];
  const texts = found.map((each) => open(secret, place, each));
  const isChanged = texts.some((text) => text !== undefined);
  if (isChanged) {
    const again = found.map((each, index) => {
      const text = texts[index];
      return text === undefined ? each : seal(secret, place, text);
    });
    await transaction(table)
      .where(id, row.row)
      .update({ [column]: Array.isArray(row.sealed) ? again : again[0] });
  }
  return { isChanged, isReadable: !texts.includes(undefined) };
}

function note(
  result: Resealed,
  { row }: SealedRow,
  { isChanged, isReadable }: { isChanged: boolean; isReadable: boolean },
): void {
  if (isChanged) result.rows += 1;
  if (isReadable) return;
  result.unreadable.count += 1;
  if (result.unreadable.ids.length < mostIds) result.unreadable.ids.push(row);
}
