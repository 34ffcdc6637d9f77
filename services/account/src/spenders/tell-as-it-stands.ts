import type { Context } from '../context.ts';
import { lockVersions, writeVersions } from '../versions/store.ts';
import { untilFresh } from '../versions/until-fresh.ts';

/**
 * Tells ledger of a key or a user as their row has it, after a change was refused of which ledger had been told. The row takes a
 * version: who has told ledger of another change meanwhile finds theirs overtaken, and tells it again.
 */
export async function tellAsItStands<Row extends { changed_version: bigint }>(
  { knex, announce }: Pick<Context, 'knex' | 'announce'>,
  { table, id, tell }: { table: 'keys' | 'users'; id: bigint; tell: (row: Row) => Promise<void> },
): Promise<void> {
  const versions = await untilFresh(async () => {
    const row: Row | undefined = await knex(table).where({ id, removed: false }).first();
    // A purse without a row harms nobody.
    if (!row) return undefined;
    await tell(row);
    return knex.transaction(async (transaction) => {
      const before = await lockVersions(transaction);
      const after = { ...before, keysVersion: before.keysVersion + 1n };
      const written = await transaction(table)
        .where({ id, changed_version: row.changed_version })
        .update({ changed_version: after.keysVersion });
      if (written === 0) return 'stale';
      await writeVersions(transaction, after);
      return after;
    });
  });
  if (versions && versions !== 'stale') announce(versions);
}
