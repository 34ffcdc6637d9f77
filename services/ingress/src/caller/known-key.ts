import type { Key } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Budget } from '@headgate/proto/gen/headgate/budget/v1/budget';
import type { Caller, OwnedBudget } from '@headgate/proto/gen/headgate/text/v1/text';
import { keyPurse, userPurse } from '@headgate/proto/purses';
import { type AddressList, createAddressList } from './address.ts';

/** A key as account knows it, with what every request needs of it made ready once. */
export interface KnownKey extends Key {
  /** Version of the keys that this is at least as new as. */
  asOf: bigint;
  /** Name of the key in limits. */
  limitName: string;
  addresses: AddressList | undefined;
  caller: Caller;
}

export function toKnownKey(key: Key, asOf: bigint): KnownKey {
  return {
    ...key,
    asOf,
    limitName: String(key.id),
    addresses: createAddressList(key.ips),
    caller: {
      keyId: key.id,
      userId: key.userId,
      group: key.group,
      purses: [
        { id: keyPurse(key.id), limited: !key.unlimited },
        { id: userPurse(key.userId), limited: !key.userUnlimited },
      ],
      modelsLimited: key.modelsLimited,
      models: key.models,
      limitedModels: key.modelLimits.map(({ model }) => model),
      channelId: 0n,
      budgets: [
        ...ownedBy(keyPurse(key.id), key.budgets),
        ...ownedBy(userPurse(key.userId), key.userBudgets),
      ],
    },
  };
}

function ownedBy(owner: string, budgets: readonly Budget[]): OwnedBudget[] {
  return budgets.map(({ period, timeZone }) => ({ owner, period, timeZone }));
}
