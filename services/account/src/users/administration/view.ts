import type { PurseState } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { z } from 'zod';
import { toBudgetView } from '../../budgets/budget.ts';
import { secondOut, unitsOut } from '../../operations/words.ts';
import type { User } from '../store.ts';
import { toUserView, userView } from '../view.ts';

/** A user as administrators see them. */
export const managedUserView = userView.extend({
  email: z.string().describe('Empty: they have shown none to be theirs'),
  remain_quota: unitsOut,
  used_quota: unitsOut,
  unlimited_quota: z.boolean(),
  soft_limit_percent: z.int().nullable(),
  budgets: z.array(z.object({ every: z.string(), usd: z.number(), time_zone: z.string() })),
  key_count: z.int(),
  created_time: secondOut,
  last_seen_time: secondOut
    .nullable()
    .describe('When a session of theirs was used last; null where there is none'),
  from_config: z
    .boolean()
    .describe('A configuration file names them, and says them anew whenever it is applied'),
});

export interface ShownUser extends User {
  email: string;
  createdAt: Date;
  keyCount: number;
  lastSeenAt: Date | null;
}

export function toManagedUserView(
  user: ShownUser,
  purse: PurseState | undefined,
): z.input<typeof managedUserView> {
  const used = purse?.used ?? 0n;
  return {
    ...toUserView(user),
    email: user.email,
    remain_quota: user.unlimited ? 0n : (purse?.granted ?? 0n) - used,
    used_quota: used,
    unlimited_quota: user.unlimited,
    soft_limit_percent: user.softLimitPercent,
    budgets: user.budgets.map(toBudgetView),
    key_count: user.keyCount,
    created_time: user.createdAt,
    last_seen_time: user.lastSeenAt,
    from_config: user.fromConfig,
  };
}
