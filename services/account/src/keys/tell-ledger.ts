import type { GrantChange } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { keyModelPurse, keyPurse } from '@headgate/proto/purses';
import { toWireBudgets } from '../budgets/budget.ts';
import type { Context } from '../context.ts';
import { type OpenedPurse, openPurse } from '../spenders/open-purse.ts';
import type { SpenderWithRow } from '../spenders/spender.ts';
import { fromKeyRow, type Key, type KeyRow } from './store.ts';

/** A key whose owner changes it. */
export function keySpender(id: bigint): SpenderWithRow<Key, KeyRow> {
  return {
    table: 'keys',
    id,
    purse: keyPurse(id),
    source: 'owner:later',
    limitGone: 'limit_just_removed',
    fromRow: fromKeyRow,
    open: openKeyPurses,
    toldMembers: ['unlimited', 'softLimitPercent', 'modelLimits', 'budgets'],
  };
}

/**
 * Tells ledger what a key may spend, before its row says so: a purse without a row harms nobody. Repeating books nothing.
 * A key from a file keeps what the file granted it. A change of what it is granted may come with its limit.
 */
export async function openKeyPurses(
  context: Pick<Context, 'ledger'>,
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
