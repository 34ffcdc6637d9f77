import { periodOf } from '@headgate/proto/budget-windows';
import { readBudgetPurse } from '@headgate/proto/purses';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { inTransaction } from '../../postgres/transaction.ts';
import { openPurse } from '../purses/open-purse.ts';
import { budgetSource, shareBudget } from './budget.ts';

/**
 * Asks, and where the answer is that purses are not known, opens those that are windows of budgets and asks once more. A
 * window is opened by whoever names it first, in a transaction of its own: the chain of calls, which all openings at
 * midnight share, is held for as short as can be. An opened purse of which nothing is drawn harms nobody.
 */
export async function askWithWindows<Answer extends { kind: string }>(
  knex: Knex,
  ask: () => Promise<Answer | UnknownPurses>,
): Promise<Answer | UnknownPurses> {
  const answer = await ask();
  if (!isUnknownPurses(answer)) return answer;
  const opened = await openWindows(knex, answer.purses);
  return opened > 0 ? ask() : answer;
}

interface UnknownPurses {
  kind: 'unknown-purses';
  purses: string[];
}

function isUnknownPurses(answer: { kind: string }): answer is UnknownPurses {
  return answer.kind === 'unknown-purses';
}

/**
 * Opens those of these purses that are missing although they are windows of budgets. One whose budget was removed while a
 * request was under way that needed no units has no limit any more: what came of the request is booked all the same.
 */
export async function openMissingWindows(knex: Knex, purses: Iterable<string>): Promise<void> {
  const windows = [...new Set(purses)].filter((id) => readBudgetPurse(id) !== undefined);
  if (windows.length === 0) return;
  const missing = await rowsOf<{ id: string }>(
    knex,
    'select id from unnest(?::text[]) as named (id) where not exists (select from purse where purse.id = named.id)',
    [windows],
  );
  for (const { id } of missing) {
    const isOpen = (await openWindows(knex, [id])) > 0;
    if (!isOpen && (await hasOwner(knex, id)))
      await openPurse(knex, { id, unlimited: true, source: budgetSource, total: 0n });
  }
}

async function hasOwner(knex: Knex, id: string): Promise<boolean> {
  const owner = readBudgetPurse(id)?.owner ?? '';
  return (await rowsOf(knex, 'select from purse where id = ?', [owner])).length > 0;
}

/** Opens the windows among these purses; returns how many are open now. Another replica may do the same. */
async function openWindows(knex: Knex, purses: readonly string[]): Promise<number> {
  let open = 0;
  for (const purse of purses) {
    const named = readBudgetPurse(purse);
    if (named && (await openWindow(knex, purse, named))) open += 1;
  }
  return open;
}

function openWindow(
  knex: Knex,
  id: string,
  { owner, window }: { owner: string; window: string },
): Promise<boolean> {
  return inTransaction(knex, async (transaction) => {
    // Shared until the grant is booked: a change of the budget waits for it, and then finds the purse.
    const budget = await shareBudget(transaction, owner, periodOf(window));
    if (!budget) return false;
    await openPurse(transaction, { id, unlimited: false, source: budgetSource, total: budget.units });
    return true;
  });
}
