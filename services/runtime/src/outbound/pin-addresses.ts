import { isIP } from 'node:net';
import type { MayConnect } from './may-connect.ts';
import type { Resolve } from './resolve.ts';

/**
 * The addresses that a URL's host has now, for the one connection that follows. None where one of them may not be
 * connected to: whoever mixes them wants us to take the wrong one.
 */
export async function pinAddresses(
  url: URL,
  { mayConnect, resolve }: { mayConnect: MayConnect; resolve: Resolve },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) > 0 ? [host] : await resolve(host, signal);
  return addresses.every((address) => mayConnect(url, address)) ? addresses : [];
}
