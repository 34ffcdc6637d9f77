import { isIPv6, type LookupFunction } from 'node:net';
import { Client, type Dispatcher } from 'undici';

export interface Hop {
  answer: Dispatcher.ResponseData;
  close(): void;
}

/** The signal bounds the whole; this, how long a connection is still attempted for nobody. */
const connectTimeoutMs = 5_000;

/** Gets a URL over a connection of its own, to one of these addresses and no other. */
export async function openHop(
  url: URL,
  addresses: readonly string[],
  { accept, signal }: { accept: readonly string[]; signal: AbortSignal },
): Promise<Hop> {
  const client = new Client(url.origin, {
    allowH2: false,
    connect: { timeout: connectTimeoutMs, lookup: lookupIn(addresses) },
  });
  const close = (): void => void client.destroy().catch(() => undefined);
  try {
    const answer = await client.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: { accept: accept.join(', '), 'accept-encoding': 'identity', 'user-agent': 'headgate' },
      signal,
    });
    // Cut while nobody reads, it would have no one to tell.
    answer.body.on('error', () => undefined);
    return { answer, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Never asked for a host that is an address: such a one is where it says. */
function lookupIn(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_hostname, options, callback) => {
    const [first] = known;
    if (options.all) callback(null, known);
    else callback(null, first?.address ?? '', first?.family);
  };
}
