import { Resolver } from 'node:dns/promises';

/** All addresses of a name; none where it has none, or they cannot be had. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Asks name servers by itself: the system's resolver would read the hosts file, complete names with search domains, and
 * let slow name servers of strangers hold up the threads that resolve upstreams.
 */
export const resolveName: Resolve = async (hostname, signal) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};
