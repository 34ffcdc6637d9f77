import { rowsOf } from '@headgate/runtime/postgres/rows';
import { allowSilence } from '@headgate/runtime/postgres/silence';
import type { Knex } from 'knex';
import { compareChain } from './chain.ts';
import { type Compared, compare } from './comparison.ts';
import { comparisons } from './comparisons.ts';
import { readBook } from './read-book.ts';
import { replayEntry } from './replay-entry.ts';
import { createTally } from './tally.ts';
import { compareUsage } from './usage-log.ts';

export interface Verdict {
  entries: bigint;
  compared: Compared[];
}

export interface VerifyOptions {
  /** Ends it between two statements; it then rejects. */
  signal?: AbortSignal;
  /** Called after every few thousand entries. */
  onProgress?: (entries: bigint) => void;
  /** Sums that are kept in memory at most. */
  mostSums?: number;
}

const wholeScans = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'];
const entriesPerTelling = 10_000n;

/**
 * Replays every entry as of one moment, and compares what that gives with every table that is kept beside them. Reads
 * through a cursor and a snapshot: memory is bounded, and nobody waits for it.
 */
export function verify(knex: Knex, options: VerifyOptions = {}): Promise<Verdict> {
  return knex.transaction((transaction) => verifyWithin(transaction, options), {
    isolationLevel: 'repeatable read',
  });
}

/** The same in a transaction that is there, and reads repeatably. */
export async function verifyWithin(transaction: Knex, options: VerifyOptions): Promise<Verdict> {
  await settings(transaction);
  return allowSilence(transaction, () => replay(transaction, options));
}

/** How many there are in all that was compared. */
export function countContradictions({ compared }: Verdict): bigint {
  return compared.reduce((sum, { contradictions }) => sum + contradictions, 0n);
}

async function replay(transaction: Knex, { signal, onProgress, mostSums }: VerifyOptions): Promise<Verdict> {
  const tally = await createTally(transaction, mostSums);
  const [usage, chain] = [await compareUsage(transaction), await compareChain(transaction)];
  let entries = 0n;
  let toldAt = -entriesPerTelling;
  for await (const part of readBook(transaction)) {
    signal?.throwIfAborted();
    if (part.kind === 'batch') {
      chain.beginBatch(part.batch);
      continue;
    }
    for (const entry of part.entries) {
      replayEntry(tally, entry);
      usage.add(entry);
      chain.add(entry);
    }
    await tally.relieve();
    entries += BigInt(part.entries.length);
    if (entries - toldAt < entriesPerTelling) continue;
    onProgress?.(entries);
    toldAt = entries;
  }
  await allowWholeScans(transaction);
  await tally.finish();
  const compared: Compared[] = [];
  for (const comparison of comparisons) {
    signal?.throwIfAborted();
    compared.push(await compare(transaction, comparison));
  }
  return { entries, compared: [...compared, await usage.finish(), await chain.finish()] };
}

/** It takes longer than other statements may, and reads all there is. */
async function settings(transaction: Knex): Promise<void> {
  await rowsOf(transaction, 'set local statement_timeout = 0', []);
  await rowsOf(transaction, 'set local idle_in_transaction_session_timeout = 60000', []);
  // The book is read in ranges of its index: a plan for one of them that scans a table would be made a thousand times.
  for (const scan of wholeScans) await rowsOf(transaction, `set local ${scan} = off`, []);
}

async function allowWholeScans(transaction: Knex): Promise<void> {
  for (const scan of wholeScans) await rowsOf(transaction, `set local ${scan} = on`, []);
}
