import { isIP } from 'node:net';
import { createAddressRanges } from './address-ranges.ts';
import { type AllowList, portOf } from './allow-list.ts';
import type { Failure } from './outcomes.ts';
import { specialRanges } from './special-ranges.ts';

/** What may be connected to. */
export interface FetchPolicy {
  /** Undefined where the URL may be fetched, if its addresses may. */
  refuseUrl(url: URL): Failure | undefined;
  mayConnect(url: URL, address: string): boolean;
}

const special = createAddressRanges(specialRanges);

/** @param ports those of public hosts. */
export function createFetchPolicy(
  allow: AllowList,
  ports: ReadonlySet<number> = new Set([80, 443]),
): FetchPolicy {
  return {
    refuseUrl(url) {
      const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
      if (!isWeb || url.username !== '' || url.password !== '') return 'bad_url';
      return ports.has(portOf(url)) || allow.hasHost(url) ? undefined : 'bad_url';
    },
    mayConnect: (url, address) =>
      isIP(address) > 0 && (allow.hasHost(url) || allow.hasAddress(address) || !special.has(address)),
  };
}
