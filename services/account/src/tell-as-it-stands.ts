import { FaultError } from '@headgate/runtime/errors';
import type { Context } from './context.ts';
import { lockVersions, writeVersions } from './versions/store.ts';

/** Of several changes of one row at once one gets through each time, so this many are waited for. */
const mostTries = 20;

/** Whether who asks is refused something, rather than that ledger or the database is away. */
export function isRefusal(error: unknown): boolean {
  return error instanceof FaultError && error.fault.status < 500;
}

/**
 * Tells ledger of a key or a user as their row has it, after a change was refused of which ledger had been told. The row takes a
 * version: who has told ledger of another change meanwhile finds theirs overtaken, and tells it again.
 */
export async function tellAsItStands<Row extends { changed_version: bigint }>(
  { knex, announce }: Pick<Context, 'knex' | 'announce'>,
  { table, id, tell }: { table: 'keys' | 'users'; id: bigint; tell: (row: Row) => Promise<void> },
): Promise<void> {
  for (let triesLeft = mostTries; triesLeft > 0; triesLeft -= 1) {
    const row: Row | undefined = await knex(table).where({ id, removed: false }).first();
    // A purse without a row harms nobody.
    if (!row) return;
    await tell(row);
    const outcome = await knex.transaction(async (transaction) => {
      const before = await lockVersions(transaction);
      const after = { ...before, keysVersion: before.keysVersion + 1n };
      const written = await transaction(table)
        .where({ id, changed_version: row.changed_version })
        .update({ changed_version: after.keysVersion });
      if (written === 0) return 'stale';
      await writeVersions(transaction, after);
      return after;
    });
    if (outcome !== 'stale') return announce(outcome);
  }
}
