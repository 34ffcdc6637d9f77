import { z } from 'zod';
import { count, name, optionalList, optionalMap, secret } from '../../words.ts';
import { address } from './addresses.ts';
import { budgetList } from './budgets.ts';
import { quotaUnits } from './decimal.ts';
import { isPartOfQuota, partOfNothing, softLimitPercent } from './soft-limit.ts';

export const keySchema = z
  .strictObject({
    name,
    // Absent: the root user.
    user: name.optional(),
    key: secret.regex(/^[\x21-\x7e]+$/, 'must be visible ASCII without spaces'),
    // Absent: the user's.
    group: name.optional(),
    // Absent: bounded by its user alone.
    quota_usd: quotaUnits.optional(),
    soft_limit_percent: softLimitPercent,
    unlimited: z.boolean().optional(),
    models: optionalList(name),
    model_limits: optionalMap(quotaUnits),
    budgets: budgetList,
    // Unix seconds; 0 means never.
    expires_at: z.int().min(0).max(253_402_300_799).optional(),
    rpm: count.optional(),
    tpm: count.optional(),
    concurrency: count.optional(),
    ips: optionalList(address),
    enabled: z.boolean().optional(),
  })
  .refine(({ quota_usd, unlimited }) => quota_usd === undefined || unlimited !== true, {
    path: ['unlimited'],
    message: 'must not be true beside quota_usd',
  })
  .refine(isPartOfQuota, partOfNothing);

export type KeyEntry = z.output<typeof keySchema>;
