import { waitFor } from '@headgate/runtime/testing/wait-for';
import type { Sql } from '../../e2e/testing/sql.ts';

/**
 * Waits until the ledger has confirmed the closes of all tasks that have ended. A client sees the end a moment before its
 * close is in the stream, and until then the close is in the database alone.
 */
export async function awaitBilled(sql: Sql['query']): Promise<void> {
  const isBilled = async (): Promise<boolean> =>
    (await sql('select 1 from media.outbox limit 1')).length === 0;
  await waitFor(isBilled, 'tasks that have ended are billed', { timeoutMs: 120_000 });
}
