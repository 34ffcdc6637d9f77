import { isIP } from 'node:net';
import { createAddressRanges } from './address-ranges.ts';
import type { AllowList } from './allow-list.ts';
import { specialRanges } from './special-ranges.ts';

/** Whether an address that a URL's host has may be connected to: public ones, and what is allowed beside them. */
export type MayConnect = (url: URL, address: string) => boolean;

const special = createAddressRanges(specialRanges);

/** A host that stands in the list may have any address; an address that does may be any host's. */
export function createMayConnect(allow: AllowList): MayConnect {
  return (url, address) =>
    isIP(address) > 0 && (allow.hasHost(url) || allow.hasAddress(address) || !special.has(address));
}
