import { BlockList, isIP } from 'node:net';

const mappedPrefix = '::ffff:';
const mappedBits = 96;

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

/** One for each family: in a common one, IPv4 would match every range of IPv6 that holds it mapped, as `::/0` does. */
export interface AddressList {
  4: BlockList;
  6: BlockList;
}

/** A list of addresses and CIDR ranges, ready to be asked; undefined when the list is empty. */
export function createAddressList(entries: readonly string[]): AddressList | undefined {
  if (entries.length === 0) return undefined;
  const list = { 4: new BlockList(), 6: new BlockList() };
  for (const entry of entries) addEntry(list, entry.trim());
  return list;
}

/** True when `address` (a plain one) is on the list. */
export function isListed(list: AddressList, address: string): boolean {
  const version = isIP(address);
  if (version === 4) return list[4].check(address, 'ipv4');
  return version === 6 && (list[6].check(address, 'ipv6') || list[4].check(address, 'ipv6'));
}

/** An entry that cannot be read matches nothing: the list stays closed. */
function addEntry(list: AddressList, entry: string): void {
  const [network = '', prefix] = entry.split('/', 2);
  const version = isIP(network);
  const mostBits = version === 4 ? 32 : 128;
  const bits = prefix === undefined ? mostBits : Number(prefix);
  if (version === 0 || !Number.isInteger(bits) || bits < 0 || bits > mostBits) return;
  const isIPv4 = version === 4 || (bits >= mappedBits && network.toLowerCase().startsWith(mappedPrefix));
  list[isIPv4 ? 4 : 6].addSubnet(network, bits, version === 4 ? 'ipv4' : 'ipv6');
}
