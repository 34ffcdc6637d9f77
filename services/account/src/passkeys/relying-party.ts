import { isIP } from 'node:net';
import type { Act } from '../operations/act.ts';
import { refuse } from '../operations/refuse.ts';

/** The site that passkeys belong to. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** The site that this client sees. Refused where browsers have no passkeys: without https, or at a bare address. */
export function relyingPartyOf({ baseUrl }: Pick<Act, 'baseUrl'>): RelyingParty {
  const { protocol, hostname, origin } = new URL(baseUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[');
  if (isAddress || (protocol !== 'https:' && !isLocal))
    refuse('Passkeys need a name and https: this gateway is reached otherwise.');
  return { id: hostname, origin };
}
