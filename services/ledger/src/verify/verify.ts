import type { Knex } from 'knex';
import { rowsOf } from '../book/rows.ts';
import { type Compared, compare } from './comparison.ts';
import { comparisons } from './comparisons.ts';
import { type ReplayedEntry, replayEntry } from './replay-entry.ts';
import { createTally } from './tally.ts';
import { compareUsage } from './usage-log.ts';

export interface Verdict {
  entries: bigint;
  compared: Compared[];
}

interface Options {
  /** Ends it between two statements; it then rejects. */
  signal?: AbortSignal;
  /** Called after every few thousand entries. */
  onProgress?: (entries: bigint) => void;
}

const entriesPerFetch = 5_000;

/**
 * Replays every entry as of one moment, and compares what that gives with every table that is kept beside them. Reads
 * through a cursor and a snapshot: memory is bounded, and nobody waits for it.
 */
export function verify(knex: Knex, { signal, onProgress }: Options = {}): Promise<Verdict> {
  return knex.transaction(
    async (transaction) => {
      await settings(transaction);
      const tally = await createTally(transaction);
      const usage = await compareUsage(transaction);
      let entries = 0n;
      for await (const page of readEntries(transaction)) {
        signal?.throwIfAborted();
        for (const entry of page) {
          replayEntry(tally, entry);
          usage.add(entry);
        }
        await tally.relieve();
        entries += BigInt(page.length);
        onProgress?.(entries);
      }
      await tally.finish();
      const compared: Compared[] = [];
      for (const comparison of comparisons) {
        signal?.throwIfAborted();
        compared.push(await compare(transaction, comparison));
      }
      return { entries, compared: [...compared, await usage.finish()] };
    },
    { isolationLevel: 'repeatable read' },
  );
}

/** It takes longer than other statements may, and reads all there is. */
async function settings(transaction: Knex): Promise<void> {
  await rowsOf(transaction, 'set local statement_timeout = 0', []);
  await rowsOf(transaction, 'set local idle_in_transaction_session_timeout = 60000', []);
  await rowsOf(transaction, 'set local cursor_tuple_fraction = 1', []);
  await rowsOf(transaction, 'set local enable_partitionwise_join = on', []);
}

async function* readEntries(transaction: Knex): AsyncGenerator<ReplayedEntry[]> {
  await rowsOf(
    transaction,
    `declare replayed no scroll cursor for
     select id, kind, ref, path, entry.amount, overrun, late, run, consumed, usage.amount as "loggedAmount"
     from entry left join usage using (id)`,
    [],
  );
  for (;;) {
    const page = await rowsOf<ReplayedEntry>(transaction, `fetch ${entriesPerFetch} from replayed`, []);
    if (page.length === 0) return;
    yield page;
  }
}
