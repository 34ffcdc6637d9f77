import type { Knex } from 'knex';
import type { Counter, Gauge } from 'prom-client';
import type { Log } from '../log.ts';
import type { RotatingSecret } from '../rotating-secret.ts';
import { wait } from '../wait.ts';
import { reseal, type SealedColumn } from './reseal.ts';

export interface SealedSecrets {
  knex: Knex;
  columns: readonly SealedColumn[];
  masterKey: RotatingSecret;
  log: Log;
  metrics: { resealed: Counter; unreadable: Gauge };
  /** While there is another key beside the current one: replicas that do not know that yet go on sealing under theirs. */
  everyMs: number;
  signal: AbortSignal;
}

/**
 * Seals everything under the current master key: once, to see that it opens what is there, and again and again while there is
 * another key beside it.
 */
export async function keepSealed(secrets: SealedSecrets): Promise<void> {
  const { masterKey, log, everyMs, signal } = secrets;
  let isSaid = false;
  while (!signal.aborted) {
    const rows = await sealAll(secrets).catch((error) => {
      if (!signal.aborted) log.warn({ err: error }, 'secrets will be sealed anew later');
      return undefined;
    });
    if (rows === 0 && masterKey.others.length === 0) return;
    if (rows === 0 && !isSaid) log.info('nothing is sealed under another key than HEADGATE_MASTER_KEY');
    isSaid = rows === 0;
    await wait(everyMs, signal).catch(() => undefined);
  }
}

/** How many rows were sealed anew. */
async function sealAll({ knex, columns, masterKey, log, metrics, signal }: SealedSecrets): Promise<number> {
  let rows = 0;
  let unreadable = 0;
  for (const column of columns) {
    const found = await reseal(knex, column, masterKey, signal);
    rows += found.rows;
    unreadable += found.unreadable.count;
    if (found.unreadable.count > 0)
      log.error(
        { table: column.table, ids: found.unreadable.ids, count: found.unreadable.count },
        'these secrets open under no master key that is set: HEADGATE_MASTER_KEY or HEADGATE_MASTER_KEY_PREVIOUS is not theirs',
      );
  }
  metrics.resealed.inc(rows);
  metrics.unreadable.set(unreadable);
  if (rows > 0) log.info({ rows }, 'secrets were sealed anew under HEADGATE_MASTER_KEY');
  return rows;
}
