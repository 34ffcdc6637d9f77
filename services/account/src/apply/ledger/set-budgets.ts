import { keyPurse, userPurse } from '@headgate/proto/purses';
import { type Budget, toWireBudgets } from '../../budgets/budget.ts';
import type { Ledger } from '../../ledger.ts';
import { mapSome } from '../map-some.ts';
import type { Difference } from '../plan/difference.ts';
import type { Plan } from '../plan/plan.ts';

interface Owner {
  purse: string;
  budgets: readonly Budget[];
  /** What to say of a correction; absent where the change of the row says it already. */
  line: string | undefined;
}

/**
 * Tells the ledger what users and keys may spend within windows of time, before their rows say so. Those that did not
 * change are told too, for the reason that their purses are opened; those without budgets only when they changed, because
 * a budget that no row has is never asked for.
 */
export async function setBudgets(ledger: Ledger, { users, keys }: Plan): Promise<string[]> {
  const owners = [
    ...listOwners(
      users,
      ({ id }) => userPurse(id),
      ({ username }) => `user ${username}`,
    ),
    ...listOwners(
      keys,
      ({ id }) => keyPurse(id),
      ({ name }) => `key ${name}`,
    ),
  ];
  const answers = await mapSome(owners, ({ purse, budgets }) =>
    ledger.setBudgets({ owner: purse, budgets: toWireBudgets(budgets) }),
  );
  return owners.flatMap(({ line }, index) =>
    line !== undefined && answers[index]?.changed ? [`${line}: budgets corrected`] : [],
  );
}

function listOwners<Row extends { budgets: readonly Budget[] }>(
  { wanted, added, changed }: Difference<Row>,
  purseOf: (row: Row) => string,
  nameOf: (row: Row) => string,
): Owner[] {
  const touched = new Set([...added, ...changed]);
  return wanted
    .filter((row) => row.budgets.length > 0 || changed.includes(row))
    .map((row) => ({
      purse: purseOf(row),
      budgets: row.budgets,
      line: touched.has(row) ? undefined : nameOf(row),
    }));
}
