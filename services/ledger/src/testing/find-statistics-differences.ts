import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { statisticsDifferences } from '../statistics/statistics-differences.ts';

/** Rows of statistics that contradict the usage log and the refunds, as verifying finds them. */
export function findStatisticsDifferences(knex: Knex): Promise<unknown[]> {
  return rowsOf(knex, statisticsDifferences, []);
}
