import type { GrantChange } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { userPurse } from '@headgate/proto/purses';
import { toWireBudgets } from '../../budgets/budget.ts';
import type { Context } from '../../context.ts';
import { type OpenedPurse, openPurse } from '../../spenders/open-purse.ts';
import type { SpenderWithRow } from '../../spenders/spender.ts';
import { fromUserRow, type User, type UserRow } from '../store.ts';

/** A user whom an administrator changes. */
export function userSpender(actor: User, id: bigint): SpenderWithRow<User, UserRow> {
  return {
    table: 'users',
    id,
    purse: userPurse(id),
    source: `admin:${actor.id}`,
    limitGone: 'limit_removed_by_other',
    fromRow: fromUserRow,
    open: openUserPurse,
    toldMembers: ['unlimited', 'softLimitPercent', 'budgets'],
  };
}

/**
 * Tells ledger whether and by what a user is limited, before their row says so: a purse without a row harms nobody. Repeating
 * books nothing. A user from a file keeps what the file granted; everybody else is granted by changes alone, of which one may
 * come with their limit.
 */
export async function openUserPurse(
  context: Pick<Context, 'ledger'>,
  user: User,
  change?: GrantChange,
): Promise<OpenedPurse> {
  await context.ledger.setBudgets({ owner: userPurse(user.id), budgets: toWireBudgets(user.budgets) });
  // Last: what fails before it has changed no balance.
  return openPurse(context, {
    purse: userPurse(user.id),
    unlimited: user.unlimited,
    source: user.fromConfig ? 'config' : 'administration',
    grantedUnits: user.fromConfig ? user.grantedUnits : 0n,
    softLimitPercent: user.unlimited ? undefined : (user.softLimitPercent ?? undefined),
    change,
  });
}
