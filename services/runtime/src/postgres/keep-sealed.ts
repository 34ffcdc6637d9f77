import type { Knex } from 'knex';
import type { Counter, Gauge } from 'prom-client';
import type { Log } from '../log.ts';
import type { RotatingSecret } from '../rotating-secret.ts';
import { keyIdOf } from '../seal.ts';
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
 * another key beside it, or something that none of them opens and somebody may give anew.
 */
export async function keepSealed(secrets: SealedSecrets): Promise<void> {
  const { masterKey, log, everyMs, signal } = secrets;
  const told = new Map<string, number>();
  const masterKeyId = keyIdOf(masterKey.current);
  let isSaid = false;
  while (!signal.aborted) {
    const isAll = await sealAll(secrets, told).catch((error) => {
      if (!signal.aborted) log.warn({ err: error }, 'secrets will be sealed anew later');
      return false;
    });
    if (isAll && masterKey.others.length === 0) return;
    // A process that was not given the next key yet is in the same order under the one before it: the id tells which.
    if (isAll && !isSaid)
      log.info({ masterKeyId }, 'nothing is sealed under another key than HEADGATE_MASTER_KEY');
    isSaid = isAll;
    await wait(everyMs, signal).catch(() => undefined);
  }
}

/** Whether all was sealed under the current key before. `told` is of how many rows of each table it was told that nothing opens them. */
async function sealAll(
  { knex, columns, masterKey, log, metrics, signal }: SealedSecrets,
  told: Map<string, number>,
): Promise<boolean> {
  let rows = 0;
  let unreadable = 0;
  for (const column of columns) {
    const found = await reseal(knex, column, masterKey, signal);
    rows += found.rows;
    const { ids, count } = found.unreadable;
    unreadable += count;
    const name = `${column.table}.${column.column}`;
    if (count > 0 && count !== told.get(name))
      log.error(
        { table: column.table, ids, count },
        'these secrets open under no master key that is set: HEADGATE_MASTER_KEY or HEADGATE_MASTER_KEY_PREVIOUS is not theirs',
      );
    told.set(name, count);
  }
  metrics.resealed.inc(rows);
  metrics.unreadable.set(unreadable);
  if (rows > 0) log.info({ rows }, 'secrets were sealed anew under HEADGATE_MASTER_KEY');
  return rows === 0 && unreadable === 0;
}
