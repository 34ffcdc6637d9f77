import { periodOf, windowAt } from '@headgate/proto/budget-windows';
import { budgetPurse, readBudgetPurse } from '@headgate/proto/purses';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { inTransaction } from '../../postgres/transaction.ts';
import { openPurse } from '../purses/open-purse.ts';
import { lockPurses } from '../purses/purse.ts';
import { type Budget, budgetSource, replaceBudgets } from './budget.ts';

export interface BudgetsSet {
  isChanged: boolean;
  /** Purses of open windows, and by how much what they were granted changed. */
  adjusted: { purse: string; units: bigint }[];
}

/**
 * Sets what an owner may spend within each window, and brings the windows that are open to it at once. The purse of a
 * budget that is removed stays as it is: nobody names it any more.
 */
export function setBudgets(
  knex: Knex,
  owner: string,
  budgets: readonly Budget[],
  nowMs: number,
): Promise<BudgetsSet> {
  return inTransaction(knex, async (transaction) => {
    const isChanged = await replaceBudgets(transaction, owner, budgets);
    const open = await findOpenWindows(transaction, owner, budgets, nowMs);
    await lockPurses(transaction, open.keys());
    const adjusted = [];
    for (const [purse, units] of open) {
      const opened = await openPurse(transaction, {
        id: purse,
        unlimited: false,
        source: budgetSource,
        total: units,
      });
      if (opened.adjusted !== 0n) adjusted.push({ purse, units: opened.adjusted });
    }
    return { isChanged: isChanged || adjusted.length > 0, adjusted };
  });
}

/** The purses of windows that have not ended, those that a quicker clock has opened included, with what they are to have. */
async function findOpenWindows(
  transaction: Knex,
  owner: string,
  budgets: readonly Budget[],
  nowMs: number,
): Promise<Map<string, bigint>> {
  const open = new Map<string, bigint>();
  for (const { period, timeZone, units } of budgets) {
    const current = budgetPurse(owner, windowAt(period, timeZone, nowMs));
    // The names of an owner's windows sort as time does.
    const rows = await rowsOf<{ id: string }>(
      transaction,
      'select id from purse where id >= ? and id < ? order by id',
      [current, `${budgetPurse(owner, '')}~`],
    );
    for (const { id } of rows) {
      const window = readBudgetPurse(id)?.window;
      if (window !== undefined && periodOf(window) === period) open.set(id, units);
    }
  }
  return open;
}
