import type { User } from '../store.ts';

/** What the audit log says of a user. */
export function auditedUser(user: User): Record<string, unknown> {
  return {
    username: user.username,
    display_name: user.displayName,
    role: user.role,
    enabled: user.enabled,
    group: user.group,
    unlimited_quota: user.unlimited,
    budgets: user.budgets,
    soft_limit_percent: user.softLimitPercent,
  };
}
