import { billingStream } from '@headgate/proto/subjects';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import type { Sql } from '../../e2e/testing/sql.ts';
import type { Seen } from './lag.ts';

const patienceMs = 600_000;

/** Looks at the ledger's cursor every so often; resolves, with all that was seen, once it has reached what is awaited. */
export async function followCursor(
  sql: Sql,
  everyMs: number,
  until: () => number | undefined,
): Promise<Seen[]> {
  const seen: Seen[] = [];
  await waitFor(
    async () => {
      const [cursor] = await sql.query('select last_seq from ledger.cursor where stream = $1', [
        billingStream.name,
      ]);
      const lastSeq = Number(cursor?.last_seq ?? 0);
      seen.push({ lastSeq, atMs: performance.now() });
      const awaited = until();
      return awaited !== undefined && lastSeq >= awaited;
    },
    'the ledger has booked what was published',
    { timeoutMs: patienceMs, everyMs },
  );
  return seen;
}

/** Resolves when all that was booked is in the statistics, too: that is part of its cost. */
export async function awaitStatistics(sql: Sql): Promise<void> {
  await waitFor(async () => {
    const [row] = await sql.query(
      `select (select max(batch_no) from ledger.usage) <= (select batch_no from ledger.statistic_position) as is`,
    );
    return row?.is;
  }, 'the statistics have what was booked');
}
