import type { Knex } from 'knex';
import { batchFormat, startBatchHash } from './batch-hash.ts';
import { type BatchPlace, type Entry, insertEntries } from './entry.ts';
import { rowsOf } from './rows.ts';

/** Closes are booked by one process at a time, in long transactions; calls must not wait for these. */
export type ChainName = 'closes' | 'calls';

/** The end of a chain, to which the next batch is added. */
interface ChainEnd extends BatchPlace {
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
  if (entries.length === 0) return { batchNo: 0n, added: new Set() };
  const end = await lockChain(transaction, chain);
  const added = await insertEntries(transaction, entries, end);
  if (added.size > 0)
    await appendBatch(transaction, end, sortById(entries.filter(({ id }) => added.has(id))));
  return { batchNo: end.batchNo, added };
}

async function lockChain(transaction: Knex, chain: ChainName): Promise<ChainEnd> {
  // Number and time are taken once the lock is held, not while it is waited for.
  const [end] = await rowsOf<ChainEnd>(
    transaction,
    `with locked as (select name, link_no, hash from chain where name = ? for update),
     placed as materialized (
       select locked.*, nextval('batch_no') as batch_no, clock_timestamp() as booked_at from locked)
     select name as chain, link_no + 1 as "linkNo", batch_no as "batchNo", hash as "previousHash", booked_at::text as "bookedAt",
       (extract(epoch from booked_at) * 1000000)::bigint as "bookedAtUs" from placed`,
    [chain],
  );
  if (!end) throw new Error('a chain is missing');
  return end;
}

async function appendBatch(transaction: Knex, end: ChainEnd, entries: readonly Entry[]): Promise<void> {
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return;
  const sum = String(entries.reduce((total, { amount }) => total + amount, 0n));
  const hash = startBatchHash({ ...end, entries: BigInt(entries.length), sum });
  for (const entry of entries) hash.add(entry);
  const digest = hash.digest();
  await rowsOf(
    transaction,
    `with added as (
       insert into entry_batch
         (batch_no, chain, link_no, format, first_id, last_id, entries, sum, booked_at, previous_hash, hash)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?))
     update chain set link_no = ?, hash = ? where name = ?`,
    [
      end.batchNo,
      end.chain,
      end.linkNo,
      batchFormat,
      first.id,
      last.id,
      entries.length,
      sum,
      end.bookedAt,
      end.previousHash,
      digest,
      end.linkNo,
      digest,
      end.chain,
    ],
  );
}

/** Ids are written in lower case: their texts sort as they do. */
function sortById(entries: Entry[]): Entry[] {
  return entries.sort((one, other) => (one.id < other.id ? -1 : 1));
}
