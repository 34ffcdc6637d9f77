import { z } from 'zod';
import { budgetList } from '../../apply/document/budgets.ts';
import { softLimitPercent } from '../../apply/document/soft-limit.ts';
import { mostUnits } from '../../usd.ts';
import { name } from '../../words.ts';
import { newPassword } from '../password-rules.ts';
import type { User } from '../store.ts';
import { newUsername } from '../username.ts';

const units = z.int().min(0).max(mostUnits);

/** What administrators say of a user; what they leave out stays as it is. */
export const userFields = {
  username: newUsername,
  display_name: name.max(100, 'must have at most 100 characters'),
  password: newPassword,
  group: name,
  remain_quota: units.describe('Quota units that they may still spend'),
  unlimited_quota: z.boolean(),
  budgets: budgetList,
  soft_limit_percent: softLimitPercent
    .unwrap()
    .nullable()
    .describe('Per cent of the quota; null: no notice is given'),
};

export type UserFields = z.output<z.ZodObject<typeof userFields>>;

/** The user with what was said of them; their quota is ledger's, and is not part of this. */
export function withFields(
  user: User,
  fields: Partial<UserFields>,
  passwordHash: string | null = user.passwordHash,
): User {
  return {
    ...user,
    username: fields.username ?? user.username,
    displayName: fields.display_name ?? user.displayName,
    passwordHash,
    group: fields.group ?? user.group,
    unlimited: fields.unlimited_quota ?? user.unlimited,
    budgets: fields.budgets ?? user.budgets,
    softLimitPercent:
      fields.soft_limit_percent === undefined ? user.softLimitPercent : fields.soft_limit_percent,
  };
}
