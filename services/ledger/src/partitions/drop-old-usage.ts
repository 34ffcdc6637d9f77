import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { isLockRefusal } from '../postgres/transaction.ts';
import { addStatistics } from '../statistics/add-statistics.ts';
import { changePartitions } from './change-partitions.ts';
import { type MonthPartition, partitionNamed } from './months.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** Months that were dropped, and how many requests the usage log lost by it. */
export interface Dropped {
  names: string[];
  requests: bigint;
}

/** Drops the months of the usage log that ended more than so many days ago. Returns the names of the partitions. */
export async function dropOldUsage(knex: Knex, nowMs: number, keptDays: number): Promise<string[]> {
  return (await dropUsageBefore(knex, nowMs - keptDays * dayMs)).names;
}

/**
 * Drops the months of the usage log that ended before a time, the oldest first, and what lies before them in the default
 * partition. Entries stay for ever, and so do statistics: a month that they do not have whole stays until they do. A later
 * month that somebody reads stays as well: it must not hide from who asked which ones went.
 */
export async function dropUsageBefore(knex: Knex, beforeMs: number): Promise<Dropped> {
  await addStatistics(knex);
  const partitions = await rowsOf<{ name: string }>(
    knex,
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = 'usage'::regclass order by relname`,
    [],
  );
  const old = partitions
    .map(({ name }) => partitionNamed('usage', name))
    .filter((partition) => partition !== undefined)
    .filter(({ endMs }) => endMs <= beforeMs);
  const dropped: Dropped = { names: [], requests: 0n };
  for (const partition of old) {
    const requests = await dropPartition(knex, partition).catch((error) => {
      if (dropped.names.length > 0 && isLockRefusal(error)) return undefined;
      throw error;
    });
    if (requests === undefined) break;
    dropped.names.push(partition.name);
    dropped.requests += requests;
  }
  return dropped;
}

/** Thrown inside the transaction, so that the month stays: the statistics do not have all of it. */
class NotAddedError extends Error {}

/** Returns how many requests went with it; undefined when it stays. */
async function dropPartition(knex: Knex, partition: MonthPartition): Promise<bigint | undefined> {
  try {
    return await changePartitions(knex, (transaction) => drop(transaction, partition));
  } catch (error) {
    if (error instanceof NotAddedError) return undefined;
    throw error;
  }
}

/** PostgreSQL detaches concurrently only where there is no default partition. */
async function drop(transaction: Knex, { name, to, startMs, endMs }: MonthPartition): Promise<bigint> {
  const [known] = await rowsOf<{ is: boolean }>(transaction, 'select to_regclass(?) is not null as is', [
    name,
  ]);
  let requests = 0n;
  if (known?.is) {
    await rowsOf(transaction, `alter table usage detach partition ${name}`, []);
    await refuseNotAdded(transaction, name, to);
    requests += await countByStatistics(transaction, startMs, endMs);
    await rowsOf(transaction, `drop table ${name}`, []);
  }
  await refuseNotAdded(transaction, 'usage_default', to);
  const gone = await rowsOf(transaction, 'delete from usage_default where id < ? returning 1', [to]);
  await rowsOf(
    transaction,
    'update usage_kept set first_id = greatest(first_id, ?), since = greatest(since, ?::timestamptz)',
    [to, new Date(endMs).toISOString()],
  );
  return requests + BigInt(gone.length);
}

async function refuseNotAdded(transaction: Knex, table: string, to: string): Promise<void> {
  const [found] = await rowsOf<{ is: boolean }>(
    transaction,
    `select exists (
       select from ${table} where batch_no > (select batch_no from statistic_position) and id < ?) as is`,
    [to],
  );
  if (found?.is) throw new NotAddedError(`the statistics do not have all of ${table}`);
}

/** A partition has whole days, and the statistics have all of them: counting millions of rows would take seconds. */
async function countByStatistics(transaction: Knex, startMs: number, endMs: number): Promise<bigint> {
  const [row] = await rowsOf<{ requests: bigint }>(
    transaction,
    `select coalesce(sum(requests), 0)::bigint as requests from statistic
     where span = 'day' and user_id = 0 and bucket >= ? and bucket < ?`,
    [startMs / 1_000, endMs / 1_000],
  );
  return row?.requests ?? 0n;
}
