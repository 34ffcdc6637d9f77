import { randomUUIDv7 } from 'node:crypto';
import { ChangeGrantResponse_Outcome as Outcome } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { userPurse } from '@headgate/proto/purses';
import { toWireBudgets } from '../../budgets/budget.ts';
import type { Context } from '../../context.ts';
import { refuse } from '../../operations/refuse.ts';
import type { User } from '../store.ts';

type WithLedger = Pick<Context, 'ledger'>;

/**
 * Tells ledger whether and by what a user is limited, before their row says so: a purse without a row harms nobody. Repeating
 * books nothing. A user from a file keeps what the file granted; everybody else is granted by changes alone.
 */
export async function openUserPurse({ ledger }: WithLedger, user: User): Promise<void> {
  await ledger.openPurse({
    purse: userPurse(user.id),
    unlimited: user.unlimited,
    source: user.fromConfig ? 'config' : 'administration',
    grantedUnits: user.fromConfig ? user.grantedUnits : 0n,
    softLimitPercent: user.unlimited ? undefined : (user.softLimitPercent ?? undefined),
  });
  await ledger.setBudgets({ owner: userPurse(user.id), budgets: toWireBudgets(user.budgets) });
}

/**
 * Brings what a user may still spend to `remainUnits`, reckoned from what ledger knows of it now, so that asking again after a
 * crash changes nothing. Returns by how much that changed it.
 */
export async function setRemain(
  context: WithLedger,
  actor: User,
  user: User,
  remainUnits: bigint,
): Promise<bigint> {
  const purse = userPurse(user.id);
  const { purses } = await context.ledger.getPurses({ purses: [purse] });
  const [state] = purses;
  if (!state) throw new Error('ledger does not know a purse that was just opened');
  const units = remainUnits - (state.granted - state.used);
  await grant(context, actor, user, units);
  return units;
}

/** Gives a user units, or takes some, in the name of who does it. */
export async function grant(
  { ledger }: WithLedger,
  actor: User,
  user: Pick<User, 'id'>,
  units: bigint,
): Promise<void> {
  if (units === 0n) return;
  const change = { id: randomUUIDv7(), purse: userPurse(user.id), source: `admin:${actor.id}`, units };
  const { outcome } = await ledger.changeGrant(change);
  if (outcome === Outcome.CHANGED) return;
  if (outcome === Outcome.UNLIMITED)
    refuse('remain_quota: somebody else just took the limit away. Try again.', 'remain_quota');
  if (outcome === Outcome.EXCEEDS) refuse('remain_quota: less would be left than nothing.', 'remain_quota');
  throw new Error(`ledger did not change a grant: ${outcome}`);
}
