import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { findVendor } from '../../vendors/find-vendor.ts';
import type { BalanceSource } from './balance-source.ts';
import { balanceSources, dashboards } from './sources.ts';

/** Those who name nobody else may be gateways; vendors that are known and tell nothing are left alone. */
const general = new Set(['openai', 'openai-compatible']);
const silent = /(?:^|\.)(?:openai\.com|anthropic\.com|googleapis\.com)$/;

/** Where a channel's upstream tells what is left; undefined where it does not. */
export function findBalanceSource(channel: Channel): BalanceSource | undefined {
  const { provider, baseUrl } = channel;
  if (!general.has(provider) || !URL.canParse(baseUrl)) return undefined;
  const { hostname } = new URL(baseUrl);
  const { name } = findVendor(channel);
  const own = balanceSources.find(
    ({ vendor, hosts }) => (name !== '' && vendor === name) || hosts.some((host) => isBelow(hostname, host)),
  );
  if (own) return own;
  return name === '' && !silent.test(hostname) ? dashboards : undefined;
}

function isBelow(hostname: string, host: string): boolean {
  return hostname === host || hostname.endsWith(`.${host}`);
}
