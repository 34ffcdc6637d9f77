import type { Key } from './store.ts';

/** What the audit log says of a key. */
export function auditedKey(key: Key): Record<string, unknown> {
  return {
    name: key.name,
    enabled: key.enabled,
    group: key.group ?? '',
    models: key.models,
    model_limits: key.modelLimits,
    budgets: key.budgets,
    unlimited_quota: key.unlimited,
    soft_limit_percent: key.softLimitPercent,
    expires_at: Number(key.expiresAt),
    rpm: key.rpm,
    tpm: key.tpm,
    concurrency: key.concurrency,
    allow_ips: key.ips,
  };
}
