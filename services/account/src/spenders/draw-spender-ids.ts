import { keyPurse, userPurse } from '@headgate/proto/purses';
import type { Context } from '../context.ts';
import { drawIds } from '../draw-ids.ts';

const purseOf = { users: userPurse, keys: keyPurse };

/** As many as the ledger is asked about at a time. */
const mostDrawn = 1_000;

/**
 * Takes `count` ids of users or keys that nobody has and nobody had, in rising order. Where this database was set back, its
 * sequences come once more to ids that were given: their purses have the money of others in them, and their logs. So the ledger is
 * asked, which forgets no purse of a user or a key. Each round that finds lost ids looks further ahead, and the last one is beyond
 * the highest that the ledger knows.
 */
export async function drawSpenderIds(
  { knex, ledger }: Pick<Context, 'knex' | 'ledger'>,
  table: keyof typeof purseOf,
  count: number,
): Promise<bigint[]> {
  const purse = purseOf[table];
  const fresh: bigint[] = [];
  for (let lost = 0; fresh.length < count; ) {
    const wanted = count - fresh.length + 2 * lost;
    const drawn = await drawIds(knex, table, Math.min(wanted, mostDrawn));
    const { purses } = await ledger.lookUpPurses({ purses: drawn.map(purse) });
    const given = new Set(purses.map(({ id }) => id));
    lost = given.size;
    fresh.push(...drawn.filter((id) => !given.has(purse(id))));
  }
  return fresh.slice(0, count);
}
