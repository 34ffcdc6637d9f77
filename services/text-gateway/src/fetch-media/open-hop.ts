import { lookupIn } from '@headgate/runtime/outbound/pinned-lookup';
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
