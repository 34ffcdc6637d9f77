import type { SweepContext } from '../sweep.ts';
import { dropOldUsage } from './drop-old-usage.ts';
import { countStray, makePartitions, partitionedTables } from './partitions.ts';

/** Makes the partitions of the months to come, and drops the usage log of those that are long gone. */
export async function sweepPartitions(
  { knex, metrics, log }: Pick<SweepContext, 'knex' | 'metrics' | 'log'>,
  usageRetentionDays: number,
): Promise<void> {
  for (const table of partitionedTables) metrics.strayRows.set({ table }, await countStray(knex, table));
  const made = await makePartitions(knex, Date.now());
  if (made.length > 0) log.info({ made }, 'partitions were made');
  if (usageRetentionDays === 0) return;
  const dropped = await dropOldUsage(knex, Date.now(), usageRetentionDays);
  if (dropped.length > 0) log.info({ dropped }, 'old partitions of the usage log were dropped');
}
