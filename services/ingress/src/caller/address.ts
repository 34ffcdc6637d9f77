import { BlockList, isIP } from 'node:net';

const mappedPrefix = '::ffff:';

/** `192.0.2.1:50123`, `[2001:db8::1]:50123`: some proxies write down from which port their client came. */
const withPort = /^(?:\[(.+)\]|([\d.]+))(?::\d{1,5})?$/;

/** An address as lists and limits know it: without a port, and IPv4 that arrived in IPv6's clothes is IPv4. */
export function plainAddress(said: string | undefined): string {
  if (said === undefined) return '';
  const [, inBrackets, dotted] = withPort.exec(said) ?? [];
  const address = inBrackets ?? dotted ?? said;
  const inner = address.toLowerCase().startsWith(mappedPrefix) ? address.slice(mappedPrefix.length) : '';
  return isIP(inner) === 4 ? inner : address;
}

/** A list of addresses and CIDR ranges, ready to be asked; undefined when the list is empty. */
export function createAddressList(entries: readonly string[]): BlockList | undefined {
  if (entries.length === 0) return undefined;
  const list = new BlockList();
  for (const entry of entries) addEntry(list, entry.trim());
  return list;
}

/** True when `address` (a plain one) is on the list. */
export function isListed(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, family(version));
}

/** An entry that cannot be read matches nothing: the list stays closed. */
function addEntry(list: BlockList, entry: string): void {
  const [network = '', prefix] = entry.split('/', 2);
  const version = isIP(network);
  const bits = prefix === undefined ? undefined : Number(prefix);
  if (version === 0) return;
  if (bits === undefined) list.addAddress(network, family(version));
  else if (Number.isInteger(bits) && bits >= 0 && bits <= (version === 4 ? 32 : 128)) {
    list.addSubnet(network, bits, family(version));
  }
}

function family(version: number): 'ipv4' | 'ipv6' {
  return version === 4 ? 'ipv4' : 'ipv6';
}
