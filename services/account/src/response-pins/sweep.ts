import type { Log } from '@headgate/runtime/log';
import { repeat } from '@headgate/runtime/repeat';
import type { Knex } from 'knex';
import { deleteOldPins } from './store.ts';

/** Short transactions: nobody waits for the sweep, however much there is to remove. */
const batchSize = 5_000;

/** Removes pins that are too old, in batches, now and again after each pause, until `signal`. Never rejects. */
export function sweepResponsePins({
  knex,
  olderThanMs,
  ...often
}: {
  knex: Knex;
  log: Log;
  olderThanMs: number;
  everyMs: number;
  signal: AbortSignal;
}): Promise<void> {
  return repeat('response pins', often, async () => {
    while (!often.signal.aborted && (await deleteOldPins(knex, olderThanMs, batchSize)) === batchSize);
  });
}
