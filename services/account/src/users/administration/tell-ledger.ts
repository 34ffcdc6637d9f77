import { randomUUIDv7 } from 'node:crypto';
import {
  type GrantChange,
  ChangeGrantResponse_Outcome as Outcome,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { userPurse } from '@headgate/proto/purses';
import { toWireBudgets } from '../../budgets/budget.ts';
import type { Context } from '../../context.ts';
import { refuse } from '../../operations/refuse.ts';
import { type OpenedPurse, openPurse } from '../../spenders/open-purse.ts';
import type { User } from '../store.ts';

type WithLedger = Pick<Context, 'ledger'>;

/**
 * Tells ledger whether and by what a user is limited, before their row says so: a purse without a row harms nobody. Repeating
 * books nothing. A user from a file keeps what the file granted; everybody else is granted by changes alone, of which one may
 * come with their limit.
 */
export async function openUserPurse(
  context: WithLedger,
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

/**
 * What brings what a user may still spend to `remainUnits`, reckoned from what ledger knows of it now, so that asking again after
 * a crash changes nothing; undefined where it is that already.
 */
export async function reckonChange(
  { ledger }: WithLedger,
  actor: User,
  user: User,
  remainUnits: bigint,
): Promise<GrantChange | undefined> {
  const { purses } = await ledger.getPurses({ purses: [userPurse(user.id)] });
  const { granted, used } = purses[0] ?? { granted: 0n, used: 0n };
  return changeBy(actor, remainUnits - (granted - used));
}

/** A change in the name of who does it, booked once however often ledger is asked for it; undefined where it is of nothing. */
export function changeBy(actor: User, units: bigint): GrantChange | undefined {
  return units === 0n ? undefined : { id: randomUUIDv7(), source: `admin:${actor.id}`, units };
}

/** Gives a user units, or takes some; returns how many. */
export async function grant(
  { ledger }: WithLedger,
  user: Pick<User, 'id'>,
  change: GrantChange | undefined,
): Promise<bigint> {
  if (!change) return 0n;
  const { outcome } = await ledger.changeGrant({ purse: userPurse(user.id), ...change });
  if (outcome === Outcome.CHANGED) return change.units;
  if (outcome === Outcome.UNLIMITED) refuse('limit_removed_by_other', 'remain_quota');
  if (outcome === Outcome.EXCEEDS) refuse('quota_below_nothing', 'remain_quota');
  throw new Error(`ledger did not change a grant: ${outcome}`);
}
