import { randomUUIDv7 } from 'node:crypto';
import { ChangeGrantResponse_Outcome as Outcome } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { keyModelPurse, keyPurse } from '@headgate/proto/purses';
import { toWireBudgets } from '../budgets/budget.ts';
import type { Context } from '../context.ts';
import { refuse } from '../operations/refuse.ts';
import type { Key } from './store.ts';

type WithLedger = Pick<Context, 'ledger'>;

/** Who grants what people change of their keys later. */
const later = 'owner:later';

/**
 * Tells ledger what a key may spend, before its row says so: a purse without a row harms nobody. Repeating books nothing.
 * A key from a file keeps what the file granted it.
 */
export async function openKeyPurses({ ledger }: WithLedger, key: Key): Promise<void> {
  const softLimitPercent = key.unlimited ? undefined : (key.softLimitPercent ?? undefined);
  await ledger.openPurse({
    purse: keyPurse(key.id),
    unlimited: key.unlimited,
    source: key.grantSource,
    grantedUnits: key.grantedUnits,
    softLimitPercent,
  });
  for (const [model, units] of Object.entries(key.modelLimits)) {
    await ledger.openPurse({
      purse: keyModelPurse(key.id, model),
      unlimited: false,
      source: key.grantSource,
      grantedUnits: BigInt(units),
      softLimitPercent: undefined,
    });
  }
  await ledger.setBudgets({ owner: keyPurse(key.id), budgets: toWireBudgets(key.budgets) });
}

/**
 * Brings what a key may still spend to `remainUnits`, reckoned from what ledger knows of it now, so that asking again after a
 * crash changes nothing. Returns by how much that changed it.
 */
export async function setRemain({ ledger }: WithLedger, key: Key, remainUnits: bigint): Promise<bigint> {
  const { purses } = await ledger.getPurses({ purses: [keyPurse(key.id)] });
  const [state] = purses;
  if (!state) throw new Error('ledger does not know a purse that was just opened');
  const units = remainUnits - (state.granted - state.used);
  if (units === 0n) return units;
  const outcome = await changeRemain({ ledger }, key.id, units);
  if (outcome === Outcome.CHANGED) return units;
  if (outcome === Outcome.UNLIMITED)
    refuse('remain_quota: the limit was just taken away. Try again.', 'remain_quota');
  if (outcome === Outcome.EXCEEDS) refuse('remain_quota: less would be left than nothing.', 'remain_quota');
  throw new Error(`ledger did not change a grant: ${outcome}`);
}

/** Gives a key units, or takes some, in the name of whom it belongs to. */
export async function changeRemain({ ledger }: WithLedger, id: bigint, units: bigint): Promise<Outcome> {
  const change = { id: randomUUIDv7(), purse: keyPurse(id), source: later, units };
  return (await ledger.changeGrant(change)).outcome;
}
