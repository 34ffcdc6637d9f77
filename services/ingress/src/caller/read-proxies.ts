import { isIP } from 'node:net';

/** Addresses and ranges of proxies, by commas, as Express takes them. Throws an Error that says what is wrong. */
export function readProxies(list: string): string[] {
  const entries = list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const wrong = entries.find((entry) => !isProxy(entry));
  if (wrong === undefined) return entries;
  throw new Error(`must be addresses and ranges like 10.0.0.0/8, between commas, not "${wrong}"`);
}

/** Express's words for networks that everybody has. */
const networks = ['loopback', 'linklocal', 'uniquelocal'];

const mostBits: Record<number, number> = { 4: 32, 6: 128 };

/** Express reads the number of proxies, which others are told by, as an address. */
function isProxy(entry: string): boolean {
  if (networks.includes(entry)) return true;
  const [address = '', range, ...more] = entry.split('/');
  const most = mostBits[isIP(address)];
  if (most === undefined || more.length > 0) return false;
  if (range === undefined || isIP(range) === 4) return true;
  return /^[1-9]\d{0,2}$/.test(range) && Number(range) <= most;
}
