import { type PeriodName, periods } from '@headgate/proto/budget-windows';
import type { Budget as WireBudget } from '@headgate/proto/gen/headgate/budget/v1/budget';
import { unitsPerUsd } from '../usd.ts';

/** What a key or user may spend within each window of time. Rows keep these as JSON, units below 2^53. */
export interface Budget {
  every: PeriodName;
  timeZone: string;
  units: number;
}

export function toWireBudgets(budgets: readonly Budget[]): WireBudget[] {
  return budgets.map(({ every, timeZone, units }) => ({
    period: periods[every],
    timeZone,
    units: BigInt(units),
  }));
}

/** A budget as people read and write it. */
export interface BudgetView {
  every: PeriodName;
  usd: number;
  time_zone: string;
}

export function toBudgetView({ every, units, timeZone }: Budget): BudgetView {
  return { every, usd: units / unitsPerUsd, time_zone: timeZone };
}
