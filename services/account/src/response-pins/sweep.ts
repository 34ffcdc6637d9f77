import type { Log } from '@headgate/runtime/log';
import { wait } from '@headgate/runtime/wait';
import type { Knex } from 'knex';
import { deleteOldPins } from './store.ts';

/** Short transactions: nobody waits for the sweep, however much there is to remove. */
const batchSize = 5_000;

/** Removes pins that are too old, in batches, now and again after each pause, until `signal`. */
export async function sweepResponsePins(options: {
  knex: Knex;
  log: Log;
  olderThanMs: number;
  everyMs: number;
  signal: AbortSignal;
}): Promise<void> {
  const { knex, log, olderThanMs, everyMs, signal } = options;
  while (!signal.aborted) {
    try {
      while (!signal.aborted && (await deleteOldPins(knex, olderThanMs, batchSize)) === batchSize);
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'old response pins will be removed later');
    }
    await wait(everyMs, signal).catch(() => {});
  }
}
