import { z } from 'zod';
import { roles } from '../../users/roles.ts';
import { name } from '../../words.ts';
import { budgetList } from './budgets.ts';
import { quotaUnits } from './decimal.ts';
import { isPartOfQuota, partOfNothing, softLimitPercent } from './soft-limit.ts';

const userMembers = z.strictObject({
  username: name,
  display_name: name.optional(),
  // Absent: the user keeps the password they have, or cannot log in.
  password: z.string().min(1, 'must not be empty').max(1024, 'must have at most 1024 characters').optional(),
  role: z.enum(roles).optional(),
  group: name.optional(),
  // Absent: unlimited.
  quota_usd: quotaUnits.optional(),
  budgets: budgetList,
  soft_limit_percent: softLimitPercent,
  enabled: z.boolean().optional(),
});

export const userSchema = userMembers.refine(isPartOfQuota, partOfNothing);

export type UserEntry = z.output<typeof userSchema>;
