import { isIP } from 'node:net';
import { isLoopback } from '@headgate/runtime/outbound/is-loopback';
import type { Act } from '../operations/act.ts';
import { refuse } from '../operations/refuse.ts';

/** The site that passkeys belong to. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** Where this client's browser has passkeys: a bare address of its own machine has a name, any other may have none. */
export function passkeyOriginOf({ baseUrl }: Pick<Act, 'baseUrl'>): string | null {
  const url = URL.parse(baseUrl);
  if (!url) return null;
  if (isLoopback(url)) url.hostname = 'localhost';
  return hasPasskeys(url) ? url.origin : null;
}

/** The site that this client sees. Refused where browsers have no passkeys: without https, or at a bare address. */
export function relyingPartyOf({ baseUrl }: Pick<Act, 'baseUrl'>): RelyingParty {
  const url = new URL(baseUrl);
  if (!hasPasskeys(url)) refuse('passkey_place');
  return { id: url.hostname, origin: url.origin };
}

function hasPasskeys({ protocol, hostname }: URL): boolean {
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[');
  return !isAddress && (protocol === 'https:' || isLocal);
}
