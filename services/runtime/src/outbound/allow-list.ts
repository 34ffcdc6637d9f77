import type { Field } from '../config.ts';
import { type AddressRanges, createAddressRanges } from './address-ranges.ts';

/** What may be connected to although it is not public. */
export interface AllowList {
  /** A host at a port, as in a URL; wherever its name leads. */
  hasHost(url: URL): boolean;
  hasAddress: AddressRanges['has'];
}

/** A variable that holds an allow-list; nothing unless it is set. */
export function allowList(variable: string): Field<AllowList> {
  return { variable, parse: readAllowList, fallback: { value: readAllowList('') } };
}

/** Ranges (`10.1.0.0/16`) and hosts at ports (`images.intranet:8080`, `[fd00::1]:80`), between commas. */
export function readAllowList(text: string): AllowList {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const hosts = new Set(entries.filter((entry) => !entry.includes('/')).map(readHost));
  const ranges = createAddressRanges(entries.filter((entry) => entry.includes('/')));
  return {
    hasHost: (url) => hosts.has(`${url.hostname}:${portOf(url)}`),
    hasAddress: ranges.has,
  };
}

/** The port that a URL leads to, whether it says so or not. */
export function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

function readHost(entry: string): string {
  const url = URL.parse(`http://${entry}`);
  if (!url || !/:\d+$/.test(entry) || url.username !== '' || url.pathname !== '/')
    throw new Error(`must hold ranges, or hosts with a port, not "${entry}"`);
  return `${url.hostname}:${portOf(url)}`;
}
