import { randomUUIDv7 } from 'node:crypto';
import {
  type GrantChange,
  ChangeGrantResponse_Outcome as Outcome,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { because } from '../apply/problems/cause.ts';
import type { Context } from '../context.ts';
import { refuse, refuseFor } from '../operations/refuse.ts';
import { mostUnits } from '../usd.ts';
import type { Spender } from './spender.ts';

type WithLedger = Pick<Context, 'ledger'>;

/** Whether ledger knows the purse. It does not where its books came back from before, and account's rows did not. */
export async function hasPurse({ ledger }: WithLedger, { purse }: Spender): Promise<boolean> {
  const { purses } = await ledger.getPurses({ purses: [purse] });
  return purses.length > 0;
}

/**
 * What brings what may still be spent to `remainUnits`, reckoned from what ledger knows of it now, so that asking again after a
 * crash changes nothing; undefined where it is that already. Less than nothing is nobody's to give, nor is more than is given at
 * once: it stays where it is.
 */
export async function reckonChange(
  { ledger }: WithLedger,
  spender: Spender,
  remainUnits: bigint,
): Promise<GrantChange | undefined> {
  const { purses } = await ledger.getPurses({ purses: [spender.purse] });
  const { granted, used } = purses[0] ?? { granted: 0n, used: 0n };
  const left = granted - used;
  if (remainUnits > BigInt(mostUnits)) return left > BigInt(mostUnits) ? undefined : refuseSoMuch();
  if (remainUnits >= 0n) return changeBy(spender, remainUnits - left);
  return left < 0n ? undefined : refuse('quota_below_nothing', 'remain_quota');
}

function refuseSoMuch(): never {
  const cause = because('number_large', { most: String(mostUnits) });
  return refuseFor([{ path: 'remain_quota', message: `must be at most ${mostUnits}`, cause }]);
}

/** A change in the name of who does it, booked once however often ledger is asked for it; undefined where it is of nothing. */
export function changeBy({ source }: Spender, units: bigint): GrantChange | undefined {
  return units === 0n ? undefined : { id: randomUUIDv7(), source, units };
}

/** Gives units, or takes some; returns how many. */
export async function grant(
  { ledger }: WithLedger,
  { purse, limitGone }: Spender,
  change: GrantChange | undefined,
): Promise<bigint> {
  if (!change) return 0n;
  const { outcome } = await ledger.changeGrant({ purse, ...change });
  if (outcome === Outcome.CHANGED) return change.units;
  if (outcome === Outcome.UNLIMITED) refuse(limitGone, 'remain_quota');
  if (outcome === Outcome.EXCEEDS) refuse('quota_below_nothing', 'remain_quota');
  throw new Error(`ledger did not change a grant: ${outcome}`);
}
