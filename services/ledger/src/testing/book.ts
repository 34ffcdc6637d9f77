import type { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { type Posted, postCloses } from '../book/post.ts';
import { openPurse } from '../book/purses/open-purse.ts';
import { releaseIfBooked } from '../book/runs/finish-run.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { createPriceBooks, type PriceBooks } from '../pricing/price-books.ts';
import { type VerifyOptions, verify } from '../verify/verify.ts';
import { findPurses } from '../views/find-purses.ts';

/** Opens purses with a grant each; null for unlimited. */
export async function openPurses(knex: Knex, grants: Record<string, bigint | null>): Promise<void> {
  for (const [id, total] of Object.entries(grants)) {
    await openPurse(knex, { id, unlimited: total === null, source: 'test', total: total ?? 0n });
  }
}

/** Books closes as a batch of the stream is booked, without the stream. */
export async function settle(
  knex: Knex,
  closes: readonly Close[],
  books: PriceBooks = createPriceBooks(),
): Promise<Posted> {
  const posted = await inTransaction(knex, (transaction) =>
    postCloses(transaction, { closes, parked: [] }, books),
  );
  for (const run of posted.bookedRuns) await releaseIfBooked(knex, run);
  return posted;
}

export async function purseState(
  knex: Knex,
  id: string,
): Promise<{ granted: bigint; used: bigint; held: bigint }> {
  const [purse] = await findPurses(knex, [id]);
  if (!purse) throw new Error(`no purse ${id}`);
  const { granted, used, held } = purse;
  return { granted, used, held };
}

/** By how much limited purses hold and used more than they were granted. */
export async function findExcess(knex: Knex): Promise<Map<string, bigint>> {
  const rows = await rowsOf<{ id: string; excess: bigint }>(
    knex,
    `select id, used + held - granted as excess from purse where not unlimited and used + held > granted`,
    [],
  );
  return new Map(rows.map(({ id, excess }) => [id, excess]));
}

/** What the ledger itself finds when it replays its entries, a line each. */
export async function findContradictions(knex: Knex, options?: VerifyOptions): Promise<string[]> {
  const { compared } = await verify(knex, options);
  return compared.flatMap(({ name, examples }) =>
    examples.map(({ id, problem }) => `${name}: ${id} ${problem}`),
  );
}

/** What the ledger finds after a statement that tampers with its tables, which does not stay. */
export async function findAfter(knex: Knex, statement: string): Promise<string[]> {
  let found: string[] = [];
  await knex.transaction(
    async (transaction) => {
      await rowsOf(transaction, statement, []);
      found = await findContradictions(transaction);
      await transaction.rollback();
    },
    { doNotRejectOnRollback: true },
  );
  return found;
}
