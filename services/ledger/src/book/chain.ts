import type { Knex } from 'knex';
import { runStatement, type Statement } from '../postgres/statement.ts';
import { batchFormat, startBatchHash } from './batch-hash.ts';
import { type BatchPlace, type Entry, insertEntries } from './entry.ts';

/** Closes are booked by one process at a time, in long transactions; calls must not wait for these. */
export type ChainName = 'closes' | 'calls';

/** The end of a chain, to which the next batch is added. */
export interface ChainEnd extends BatchPlace {
  chain: ChainName;
  /** Number in the chain of the batch to come. */
  linkNo: bigint;
  bookedAtUs: bigint;
  previousHash: Buffer;
}

/**
 * Books entries as one batch at the end of a chain; returns its number and the ids that were new. Its row is locked
 * after purses, slices and holds: the batches of a chain are booked one after the other, in the order of their numbers and
 * times.
 */
export async function bookEntries(
  transaction: Knex,
  chain: ChainName,
  entries: readonly Entry[],
): Promise<{ batchNo: bigint; added: Set<string> }> {
  const end = await lockChain(transaction, chain);
  const added = await insertEntries(transaction, entries, end);
  await appendBatch(
    transaction,
    end,
    entries.filter(({ id }) => added.has(id)),
  );
  return { batchNo: end.batchNo, added };
}

const lock: Statement = {
  name: 'lock-chain',
  // Number and time are taken once the lock is held, not while it is waited for.
  text: `
    with locked as (select name, link_no, hash from chain where name = $1 for update),
    placed as materialized (
      select locked.*, nextval('batch_no') as batch_no, clock_timestamp() as booked_at from locked)
    select name as chain, link_no + 1 as "linkNo", batch_no as "batchNo", hash as "previousHash",
      booked_at::text as "bookedAt", (extract(epoch from booked_at) * 1000000)::bigint as "bookedAtUs" from placed`,
};

/** Locks the end of a chain until the transaction ends, and takes number and time of the batch to come. */
export async function lockChain(transaction: Knex, chain: ChainName): Promise<ChainEnd> {
  const { rows } = await runStatement<ChainEnd>(transaction, lock, [chain]);
  const [end] = rows;
  if (!end) throw new Error('a chain is missing');
  return end;
}

const append: Statement = {
  name: 'append-batch',
  text: `
    with added as (
      insert into entry_batch
        (batch_no, chain, link_no, format, first_id, last_id, entries, sum, booked_at, previous_hash, hash)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11))
    update chain set link_no = $3, hash = $11 where name = $2`,
};

/** Writes the batch of entries that were new, if there are any, and puts it at the end of its chain. */
export async function appendBatch(
  transaction: Knex,
  end: ChainEnd,
  entries: readonly Entry[],
): Promise<void> {
  const sorted = sortById([...entries]);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return;
  const sum = String(sorted.reduce((total, { amount }) => total + amount, 0n));
  const hash = startBatchHash({ ...end, entries: BigInt(sorted.length), sum });
  for (const entry of sorted) hash.add(entry);
  await runStatement(transaction, append, [
    end.batchNo,
    end.chain,
    end.linkNo,
    batchFormat,
    first.id,
    last.id,
    sorted.length,
    sum,
    end.bookedAt,
    end.previousHash,
    hash.digest(),
  ]);
}

/** Ids are written in lower case: their texts sort as they do. */
function sortById(entries: Entry[]): Entry[] {
  return entries.sort((one, other) => (one.id < other.id ? -1 : 1));
}
