import { z } from 'zod';
import { roles } from '../../users/roles.ts';
import { budgetList } from './budgets.ts';
import { quotaUnits } from './decimal.ts';
import { name } from './words.ts';

export const userSchema = z.strictObject({
  username: name,
  display_name: name.optional(),
  // Absent: the user keeps the password he has, or cannot log in.
  password: z.string().min(1, 'must not be empty').max(1024, 'must have at most 1024 characters').optional(),
  role: z.enum(roles).optional(),
  group: name.optional(),
  // Absent: unlimited.
  quota_usd: quotaUnits.optional(),
  budgets: budgetList,
  enabled: z.boolean().optional(),
});

export type UserEntry = z.output<typeof userSchema>;
