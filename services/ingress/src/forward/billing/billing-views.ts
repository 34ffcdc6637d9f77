import type { PurseState } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { KnownKey } from '../../caller/known-key.ts';

const unitsPerUsd = 500_000;

/** What billing routes show for a key without a limit. */
const unlimitedAmount = 100_000_000;

/** The key's usage record, in quota units whatever the display says. */
export function keyUsageView(key: KnownKey, { granted, used }: PurseState) {
  return {
    code: true,
    message: 'ok',
    data: {
      object: 'token_usage',
      name: key.name,
      total_granted: Number(granted),
      total_used: Number(used),
      total_available: Number(granted - used),
      unlimited_quota: key.unlimited,
      model_limits: modelLimits(key, granted),
      model_limits_enabled: key.modelsLimited || key.modelLimits.length > 0,
      expires_at: Number(key.expiresAt),
    },
  };
}

export function subscriptionView(key: KnownKey, { granted }: PurseState, perUsd: string) {
  const amount = key.unlimited ? unlimitedAmount : shown(granted, perUsd);
  return {
    object: 'billing_subscription',
    has_payment_method: true,
    soft_limit_usd: amount,
    hard_limit_usd: amount,
    system_hard_limit_usd: amount,
    access_until: Number(key.expiresAt),
  };
}

/** In hundredths, as the protocol's cents. */
export function usageView(_key: KnownKey, { used }: PurseState, perUsd: string) {
  return { object: 'list', total_usage: shown(used * 100n, perUsd) };
}

/** A model that is allowed without a limit of its own has the key's. */
function modelLimits(key: KnownKey, granted: bigint): Record<string, number> {
  const allowed = key.models.map((model): [string, number] => [model, Number(granted)]);
  const limited = key.modelLimits.map(({ model, quotaUnits }): [string, number] => [
    model,
    Number(quotaUnits),
  ]);
  return Object.fromEntries([...allowed, ...limited]);
}

/** Quota in the unit of the site: so many to a US dollar, or quota units. Fifteen digits say each unit, and hide what is a float's alone. */
function shown(units: bigint, perUsd: string): number {
  if (perUsd === '') return Number(units);
  return Number(((Number(units) / unitsPerUsd) * Number(perUsd)).toPrecision(15));
}
