import type { PeriodName } from '@headgate/proto/budget-windows';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/** What an owner may spend within each window. A row is locked after runs and before purses. */
export interface Budget {
  period: PeriodName;
  timeZone: string;
  units: bigint;
}

/** Who grants what the purses of windows have. */
export const budgetSource = 'budget';

const budgetColumns = 'period, time_zone as "timeZone", units';

/** A budget that cannot change until the transaction ends. */
export async function shareBudget(
  transaction: Knex,
  owner: string,
  period: PeriodName,
): Promise<Budget | undefined> {
  const [budget] = await rowsOf<Budget>(
    transaction,
    `select ${budgetColumns} from budget where owner = ? and period = ? for share`,
    [owner, period],
  );
  return budget;
}

/** Makes the budgets of an owner what they are to be; says whether anything changed. */
export async function replaceBudgets(
  transaction: Knex,
  owner: string,
  budgets: readonly Budget[],
): Promise<boolean> {
  const wanted = [
    budgets.map(({ period }) => period),
    budgets.map(({ timeZone }) => timeZone),
    budgets.map(({ units }) => units),
  ];
  const changed = await rowsOf(
    transaction,
    `with wanted as (select * from unnest(?::text[], ?::text[], ?::bigint[]) as wanted (period, time_zone, units))
     insert into budget (owner, period, time_zone, units)
     select ?, period, time_zone, units from wanted order by period
     on conflict (owner, period) do update set time_zone = excluded.time_zone, units = excluded.units
       where (budget.time_zone, budget.units) is distinct from (excluded.time_zone, excluded.units)
     returning period`,
    [...wanted, owner],
  );
  const removed = await rowsOf(
    transaction,
    'delete from budget where owner = ? and period <> all (?::text[]) returning period',
    [owner, budgets.map(({ period }) => period)],
  );
  return changed.length + removed.length > 0;
}
