import { randomUUID } from 'node:crypto';
import { isTimeZone, periodName } from '@headgate/proto/budget-windows';
import type { SetBudgetsRequest, SetBudgetsResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { Budget } from '../book/budgets/budget.ts';
import { setBudgets } from '../book/budgets/set-budgets.ts';
import { checkAtLeast, refuse } from './check.ts';
import type { RpcContext } from './context.ts';

/** Sets the budgets of a key or user, and tells the gateways what that changed for open windows. */
export async function answerSetBudgets(
  { knex, announce, nowMs }: RpcContext,
  request: SetBudgetsRequest,
): Promise<SetBudgetsResponse> {
  const { owner } = request;
  if (!/^(key|user):\d{1,19}$/.test(owner)) refuse('owner', 'The owner is not the purse of a key or a user.');
  const { isChanged, adjusted } = await setBudgets(knex, owner, checkBudgets(request), nowMs());
  const raised = adjusted.filter(({ units }) => units > 0n);
  const lowered = adjusted.filter(({ units }) => units < 0n);
  if (raised.length > 0) announce.quotaChanged(raised.map(({ purse }) => purse));
  if (lowered.length > 0)
    announce.recalled(
      randomUUID(),
      lowered.map(({ purse }) => purse),
    );
  return { changed: isChanged };
}

function checkBudgets({ budgets }: SetBudgetsRequest): Budget[] {
  const checked = budgets.map(({ period, timeZone, units }) => ({
    period: periodName(period) ?? refuse('budgets.period', 'A budget is for a day, a week or a month.'),
    timeZone: isTimeZone(timeZone) ? timeZone : refuse('budgets.time_zone', 'There is no such time zone.'),
    units: checkAtLeast(units, 0n, 'budgets.units'),
  }));
  if (new Set(checked.map(({ period }) => period)).size < checked.length)
    refuse('budgets.period', 'There is one budget for each period at most.');
  return checked;
}
