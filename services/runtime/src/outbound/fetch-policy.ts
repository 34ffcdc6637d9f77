import { type AllowList, portOf } from './allow-list.ts';
import { createMayConnect, type MayConnect } from './may-connect.ts';

/** What may be connected to. */
export interface FetchPolicy {
  /** Undefined where the URL may be fetched, if its addresses may. */
  refuseUrl(url: URL): 'bad_url' | undefined;
  mayConnect: MayConnect;
}

/**
 * For addresses that clients name.
 * @param ports those of public hosts.
 */
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
    mayConnect: createMayConnect(allow),
  };
}
