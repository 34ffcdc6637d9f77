import { isTimeZone } from '@headgate/proto/budget-windows';
import { z } from 'zod';
import type { Budget } from '../../budgets/budget.ts';
import { optionalList } from '../../words.ts';
import { quotaUnits } from './decimal.ts';

const periods = ['day', 'week', 'month'] as const;

const budgetSchema = z.strictObject({
  every: z.enum(periods),
  usd: quotaUnits,
  time_zone: z
    .string()
    .refine(isTimeZone, 'must be the name of a time zone, such as Europe/Berlin')
    .optional(),
});

/** One for each period at most, the shortest first. */
export const budgetList = optionalList(budgetSchema).transform((entries, context): Budget[] => {
  for (const [index, { every }] of entries.entries()) {
    const first = entries.findIndex((entry) => entry.every === every);
    if (first === index) continue;
    const message = `is the same as that of budgets[${first}]`;
    context.addIssue({ code: 'custom', path: [index, 'every'], message });
  }
  return periods.flatMap((every) =>
    entries
      .filter((entry) => entry.every === every)
      .map(({ usd, time_zone: timeZone = 'UTC' }) => ({ every, timeZone, units: Number(usd) })),
  );
});
