import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { type BatchHash, batchFormat, startBatchHash } from '../book/batch-hash.ts';
import type { Compared } from './comparison.ts';
import type { RecordedBatch } from './read-book.ts';
import type { ReplayedEntry } from './replay-entry.ts';

const maxExamples = 20;

/** Compares the chains of batches with the entries as they are read, batch by batch. */
export interface ChainComparison {
  beginBatch(batch: RecordedBatch): void;
  add(entry: ReplayedEntry): void;
  finish(): Promise<Compared>;
}

/** The end of a chain, as it was noted when its last batch was booked. */
interface ChainEnd {
  name: string;
  linkNo: bigint;
  hash: Buffer;
}

/** What is counted of the batch that is read. */
interface OpenBatch {
  batch: RecordedBatch;
  hash: BatchHash;
  entries: bigint;
  sum: bigint;
}

/** Each batch follows the one before it in its chain, and its hash is that of its entries: none was changed, removed or put in. */
export async function compareChain(transaction: Knex): Promise<ChainComparison> {
  const compared: Compared = { name: 'chains', compared: 0n, contradictions: 0n, examples: [] };
  const unchained = { entries: 0n, sum: 0n };
  const lasts = new Map<string, Pick<RecordedBatch, 'linkNo' | 'hash'>>();
  const lastOf = (chain: string) => lasts.get(chain) ?? { linkNo: 0n, hash: Buffer.alloc(32) };
  let open: OpenBatch | undefined;

  function contradict(id: string, problem: string): void {
    compared.contradictions += 1n;
    if (compared.examples.length < maxExamples) compared.examples.push({ id, problem });
  }

  function endBatch(): void {
    if (!open) return;
    const { batch, hash, entries, sum } = open;
    const name = `batch ${batch.batchNo}`;
    if (entries !== batch.entries) contradict(name, `has ${entries} entries, ${batch.entries} were booked`);
    else if (String(sum) !== batch.sum) contradict(name, `adds up to ${sum}, ${batch.sum} were booked`);
    else if (!hash.digest().equals(batch.hash)) contradict(name, 'was changed: its hash is another');
    lasts.set(batch.chain, batch);
    open = undefined;
  }

  return {
    beginBatch(batch) {
      endBatch();
      compared.compared += 1n;
      const name = `batch ${batch.batchNo}`;
      const last = lastOf(batch.chain);
      if (batch.linkNo !== last.linkNo + 1n)
        contradict(name, `is number ${batch.linkNo} of ${batch.chain} and comes after number ${last.linkNo}`);
      else if (!batch.previousHash.equals(last.hash)) contradict(name, 'does not carry the hash before it');
      if (batch.format !== batchFormat) contradict(name, `has the unknown format ${batch.format}`);
      open = { batch, hash: startBatchHash(batch), entries: 0n, sum: 0n };
    },
    add(entry) {
      if (entry.batchNo === null) {
        unchained.entries += 1n;
        unchained.sum += entry.amount;
      } else if (open && entry.batchNo === open.batch.batchNo) {
        if (entry.bookedAtUs !== open.batch.bookedAtUs)
          contradict(entry.id, `was not booked when its batch ${entry.batchNo} was`);
        open.entries += 1n;
        open.sum += entry.amount;
        open.hash.add(entry);
      } else contradict(entry.id, `is of batch ${entry.batchNo}, which is not there`);
    },
    async finish() {
      endBatch();
      for (const { name, linkNo, hash } of await readEnds(transaction)) {
        const last = lastOf(name);
        if (linkNo !== last.linkNo || !hash.equals(last.hash))
          contradict(name, `ended with number ${linkNo}, and number ${last.linkNo} is the last one there`);
      }
      const noted = await readUnchained(transaction);
      if (unchained.entries !== noted.entries || String(unchained.sum) !== noted.sum)
        contradict(
          'before the chains',
          `${unchained.entries} entries add up to ${unchained.sum}, ${noted.entries} to ${noted.sum} were booked`,
        );
      return compared;
    },
  };
}

function readEnds(transaction: Knex): Promise<ChainEnd[]> {
  return rowsOf<ChainEnd>(transaction, 'select name, link_no as "linkNo", hash from chain order by name', []);
}

/** What was booked before there were chains. */
async function readUnchained(transaction: Knex): Promise<{ entries: bigint; sum: string }> {
  const [row] = await rowsOf<{ entries: bigint; sum: string }>(
    transaction,
    'select entries, sum::text as sum from unchained',
    [],
  );
  if (!row) throw new Error('the table unchained is empty');
  return row;
}
