import { isIP } from 'node:net';
import { ConfigError, type Field } from '../../config.ts';
import { type AddressRanges, createAddressRanges } from '../address-ranges.ts';
import { isLoopback } from '../is-loopback.ts';

/** How connections leave this network. */
export interface Egress {
  /** The proxy that leads to a host; undefined where one of the names or addresses that it goes by is connected to directly. */
  proxyTo(...hosts: readonly string[]): EgressProxy | undefined;
}

/** A forward proxy that opens tunnels (`CONNECT`), over TLS where its own URL is https. */
export interface EgressProxy {
  protocol: 'http:' | 'https:';
  hostname: string;
  port: number;
  /** Of `Proxy-Authorization`. */
  authorization?: string;
}

export const withoutProxy: Egress = { proxyTo: () => undefined };

const directVariable = 'HEADGATE_EGRESS_DIRECT';

/**
 * `HEADGATE_EGRESS_PROXY`, an http or https URL, perhaps with a user and a password; `HEADGATE_EGRESS_DIRECT` says what is reached
 * without it: hosts, `.suffix` for all names below one, and ranges of addresses, between commas. So is this machine, always.
 */
export function egress(): Field<Egress> {
  return {
    variable: 'HEADGATE_EGRESS_PROXY',
    beside: [directVariable],
    parse: (text, beside) => createEgress(readProxy(text), readDirect(beside[directVariable] ?? '')),
    fallback: { value: withoutProxy },
  };
}

function createEgress(proxy: EgressProxy, isDirect: (host: string) => boolean): Egress {
  return {
    proxyTo: (...hosts) =>
      hosts
        .map(bare)
        .map(withoutDot)
        .some((hostname) => isLoopback({ hostname }) || isDirect(hostname))
        ? undefined
        : proxy,
  };
}

/** No error repeats the URL: it may hold a password. */
function readProxy(text: string): EgressProxy {
  const url = URL.parse(text);
  const protocol = url?.protocol;
  const credentials = url ? readCredentials(url) : undefined;
  const isBare = url?.pathname === '/' && url.search === '' && url.hash === '';
  if (!url || !isBare || credentials === undefined || (protocol !== 'http:' && protocol !== 'https:'))
    throw new Error('must be the URL of a proxy, like http://proxy.example:3128');
  const port = Number(url.port) || (protocol === 'https:' ? 443 : 80);
  const proxy: EgressProxy = { protocol, hostname: bare(url.hostname), port };
  if (credentials === ':') return proxy;
  return { ...proxy, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

function readCredentials({ username, password }: URL): string | undefined {
  try {
    return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  } catch {
    return undefined;
  }
}

function readDirect(text: string): (host: string) => boolean {
  const entries = text
    .toLowerCase()
    .split(',')
    .map((entry) => withoutDot(entry.trim()))
    .filter((entry) => entry !== '');
  const names = entries.filter((entry) => !entry.includes('/'));
  const wrong = names.find((name) => /[:*\s]/.test(name) && isIP(name) === 0);
  if (wrong !== undefined) throw unfit(`must hold hosts, .suffixes or ranges, not "${wrong}"`);
  const ranges = readRanges(entries.filter((entry) => entry.includes('/')));
  const suffixes = names.filter((name) => name.startsWith('.'));
  const hosts = new Set(names.filter((name) => !name.startsWith('.')));
  return (host) => {
    const name = host.toLowerCase();
    return hosts.has(name) || ranges.has(name) || suffixes.some((suffix) => name.endsWith(suffix));
  };
}

function readRanges(texts: readonly string[]): AddressRanges {
  try {
    return createAddressRanges(texts);
  } catch (error) {
    throw unfit(error instanceof Error ? error.message : String(error));
  }
}

function unfit(problem: string): ConfigError {
  return new ConfigError([`${directVariable} ${problem}`]);
}

/** A name that ends with a dot, as those of Services may, is the same host. */
function withoutDot(hostname: string): string {
  return hostname.replace(/\.$/, '');
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
