import { isIPv6 } from 'node:net';
import { lookUp, type NamedPort, readNamedPort } from '@headgate/runtime/names/look-up';

/** The replicas of a service's HTTP port. */
export interface HttpTargets {
  /** One of them at random; one that was avoided lately only when there is no other. */
  choose(): Promise<string>;
  /** It could not be reached just now. */
  avoid(target: string): void;
}

const avoidMs = 5_000;

/**
 * @param addresses `host:port` or `dns://server/host:port`, several by commas. Each name may stand for several addresses,
 * and is looked up every time: replicas come and go.
 */
export function createHttpTargets(
  addresses: string,
  { random = Math.random, now = () => performance.now() } = {},
): HttpTargets {
  const avoided = new Map<string, number>();
  const entries = addresses.split(',').map((entry) => readNamedPort(entry.trim()));

  async function resolve(named: NamedPort): Promise<string[]> {
    const found = await lookUp(named).catch(() => []);
    return found.map((address) => `http://${isIPv6(address) ? `[${address}]` : address}:${named.port}`);
  }

  return {
    async choose() {
      for (const [target, until] of avoided) if (until <= now()) avoided.delete(target);
      const all = (await Promise.all(entries.map(resolve))).flat();
      const good = all.filter((target) => !avoided.has(target));
      const from = good.length > 0 ? good : all;
      const target = from[Math.floor(random() * from.length)];
      if (target === undefined) throw new Error(`No address was found for ${addresses}`);
      return target;
    },
    avoid(target) {
      avoided.set(target, now() + avoidMs);
    },
  };
}
