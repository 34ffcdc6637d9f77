import { randomUUIDv7 } from 'node:crypto';
import {
  type GrantChange,
  ChangeGrantResponse_Outcome as Outcome,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { keyModelPurse, keyPurse } from '@headgate/proto/purses';
import { toWireBudgets } from '../budgets/budget.ts';
import type { Context } from '../context.ts';
import { refuse } from '../operations/refuse.ts';
import { type OpenedPurse, openPurse } from '../spenders/open-purse.ts';
import type { Key } from './store.ts';

type WithLedger = Pick<Context, 'ledger'>;

/** Who grants what people change of their keys later. */
const later = 'owner:later';

/**
 * Tells ledger what a key may spend, before its row says so: a purse without a row harms nobody. Repeating books nothing.
 * A key from a file keeps what the file granted it. A change of what it is granted may come with its limit.
 */
export async function openKeyPurses(
  context: WithLedger,
  key: Key,
  change?: GrantChange,
): Promise<OpenedPurse> {
  for (const [model, units] of Object.entries(key.modelLimits)) {
    await openPurse(context, {
      purse: keyModelPurse(key.id, model),
      unlimited: false,
      source: key.grantSource,
      grantedUnits: BigInt(units),
      softLimitPercent: undefined,
    });
  }
  await context.ledger.setBudgets({ owner: keyPurse(key.id), budgets: toWireBudgets(key.budgets) });
  // Last: what fails before it has changed no balance.
  return openPurse(context, {
    purse: keyPurse(key.id),
    unlimited: key.unlimited,
    source: key.grantSource,
    grantedUnits: key.grantedUnits,
    softLimitPercent: key.unlimited ? undefined : (key.softLimitPercent ?? undefined),
    change,
  });
}

/**
 * What brings what a key may still spend to `remainUnits`, reckoned from what ledger knows of it now, so that asking again after a
 * crash changes nothing; undefined where it is that already.
 */
export async function reckonChange(
  { ledger }: WithLedger,
  key: Key,
  remainUnits: bigint,
): Promise<GrantChange | undefined> {
  const { purses } = await ledger.getPurses({ purses: [keyPurse(key.id)] });
  const { granted, used } = purses[0] ?? { granted: 0n, used: 0n };
  return changeBy(remainUnits - (granted - used));
}

/** A change in the name of whom a key belongs to, booked once however often ledger is asked for it; undefined where it is of nothing. */
export function changeBy(units: bigint): GrantChange | undefined {
  return units === 0n ? undefined : { id: randomUUIDv7(), source: later, units };
}

/** Gives a key units, or takes some; returns how many. */
export async function grant(
  { ledger }: WithLedger,
  { id }: Key,
  change: GrantChange | undefined,
): Promise<bigint> {
  if (!change) return 0n;
  const { outcome } = await ledger.changeGrant({ purse: keyPurse(id), ...change });
  if (outcome === Outcome.CHANGED) return change.units;
  if (outcome === Outcome.UNLIMITED) refuse('limit_just_removed', 'remain_quota');
  if (outcome === Outcome.EXCEEDS) refuse('quota_below_nothing', 'remain_quota');
  throw new Error(`ledger did not change a grant: ${outcome}`);
}
