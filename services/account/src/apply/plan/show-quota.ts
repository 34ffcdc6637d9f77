import { toUsd } from '../../usd.ts';

/** "unlimited", or what the file grants: "10 USD". */
export function showQuota(row: { unlimited: boolean; grantedUnits: bigint }): string {
  return row.unlimited ? 'unlimited' : showUnits(row.grantedUnits);
}

/** Quota units as US dollars, exactly. */
export function showUnits(units: bigint): string {
  return `${toUsd(units)} USD`;
}
