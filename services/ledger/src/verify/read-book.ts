import { type Binding, rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { ReplayedEntry } from './replay-entry.ts';

/** A batch of the chain, as it was written. */
export interface RecordedBatch {
  batchNo: bigint;
  chain: string;
  linkNo: bigint;
  format: number;
  entries: bigint;
  sum: string;
  bookedAtUs: bigint;
  previousHash: Buffer;
  hash: Buffer;
}

/** What is read of the book: each batch, then what carries its number; in the end what is of no batch. */
export type BookPart =
  | { kind: 'batch'; batch: RecordedBatch }
  | { kind: 'entries'; entries: ReplayedEntry[] };

/** Few, so that a replica that reads for minutes goes on answering others in between. */
const entriesPerFetch = 1_000;
/** Batches whose entries are looked for together. */
const entriesPerRange = 50_000n;
const batchesPerPage = 5_000;

/** Reads the whole book in the order of its batches, in bounded memory. */
export async function* readBook(transaction: Knex): AsyncGenerator<BookPart> {
  let last = 0n;
  yield* readEntries(transaction, 'entry.batch_no < ?', [1n]);
  for (;;) {
    const batches = await readBatches(transaction, last);
    if (batches.length === 0) break;
    while (batches.length > 0) {
      const range = batches.splice(0, countRange(batches));
      const to = range.at(-1)?.batchNo ?? last;
      yield* readRange(transaction, range, last, to);
      last = to;
    }
  }
  yield* readEntries(transaction, 'entry.batch_no > ?', [last]);
  yield* readEntries(transaction, 'entry.batch_no is null', []);
}

function readBatches(transaction: Knex, after: bigint): Promise<RecordedBatch[]> {
  return rowsOf<RecordedBatch>(
    transaction,
    `select batch_no as "batchNo", chain, link_no as "linkNo", format, entries, sum::text as sum, previous_hash as "previousHash", hash,
       (extract(epoch from booked_at) * 1000000)::bigint as "bookedAtUs"
     from entry_batch where batch_no > ? order by batch_no limit ${batchesPerPage}`,
    [after],
  );
}

function countRange(batches: readonly RecordedBatch[]): number {
  let entries = 0n;
  const end = batches.findIndex((batch) => {
    entries += batch.entries;
    return entries > entriesPerRange;
  });
  return end === -1 ? batches.length : end + 1;
}

/** The batches of a range, each before the entries that carry its number or follow it. */
async function* readRange(
  transaction: Knex,
  batches: readonly RecordedBatch[],
  after: bigint,
  to: bigint,
): AsyncGenerator<BookPart> {
  const waiting = [...batches];
  for await (const part of readEntries(transaction, 'entry.batch_no > ? and entry.batch_no <= ?', [
    after,
    to,
  ])) {
    let rest = part.kind === 'entries' ? part.entries : [];
    for (;;) {
      const next = waiting[0];
      const end = next ? rest.findIndex(({ batchNo }) => (batchNo ?? 0n) >= next.batchNo) : -1;
      const before = end === -1 ? rest : rest.slice(0, end);
      if (before.length > 0) yield { kind: 'entries', entries: before };
      if (!next || end === -1) break;
      rest = rest.slice(end);
      waiting.shift();
      yield { kind: 'batch', batch: next };
    }
  }
  for (const batch of waiting) yield { kind: 'batch', batch };
}

async function* readEntries(
  transaction: Knex,
  condition: string,
  bindings: readonly Binding[],
): AsyncGenerator<BookPart> {
  await rowsOf(
    transaction,
    `declare replayed no scroll cursor for
     select entry.id, kind, ref, path, entry.amount, overrun, late, entry.price_version as "priceVersion",
       encode(input_hash, 'hex') as "inputHash", entry.batch_no as "batchNo",
       (extract(epoch from booked_at) * 1000000)::bigint as "bookedAtUs", run, consumed, usage.amount as "loggedAmount"
     from entry left join usage using (id) where ${condition} order by entry.batch_no, entry.id`,
    bindings,
  );
  for (;;) {
    const entries = await rowsOf<ReplayedEntry>(transaction, `fetch ${entriesPerFetch} from replayed`, []);
    if (entries.length === 0) break;
    yield { kind: 'entries', entries };
  }
  await rowsOf(transaction, 'close replayed', []);
}
