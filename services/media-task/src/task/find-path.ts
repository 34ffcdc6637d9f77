import { periodName, windowAt } from '@headgate/proto/budget-windows';
import type { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { budgetPurse, keyModelPurse, sortPath } from '@headgate/proto/purses';

/** The purses that a task of this caller must fit, with the windows of budgets that are open by the ledger's clock. */
export function findPath(caller: Caller, model: string, nowMs: number): string[] {
  const own = caller.limitedModels.includes(model) ? [keyModelPurse(caller.keyId, model)] : [];
  const windows = caller.budgets.flatMap(({ owner, period, timeZone }) => {
    const name = periodName(period);
    return name === undefined ? [] : [budgetPurse(owner, windowAt(name, timeZone, nowMs))];
  });
  return sortPath([...caller.purses.map(({ id }) => id), ...own, ...windows]);
}
