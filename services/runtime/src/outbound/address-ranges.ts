import { BlockList, isIP } from 'node:net';

export interface AddressRanges {
  has(address: string): boolean;
}

/** A list per family: in a common one, IPv4 would match ranges of IPv6 that hold it mapped. */
export function createAddressRanges(ranges: readonly string[]): AddressRanges {
  const lists = { 4: new BlockList(), 6: new BlockList() };
  for (const range of ranges) {
    const { network, prefix, family } = readRange(range);
    lists[family].addSubnet(network, prefix, family === 4 ? 'ipv4' : 'ipv6');
  }
  return {
    has(address) {
      const family = isIP(address);
      if (family === 4) return lists[4].check(address, 'ipv4');
      return family === 6 && lists[6].check(address, 'ipv6');
    },
  };
}

function readRange(range: string): { network: string; prefix: number; family: 4 | 6 } {
  const [network = '', bits = ''] = range.split('/');
  const family = isIP(network);
  const prefix = Number(bits);
  if ((family !== 4 && family !== 6) || !/^\d+$/.test(bits) || prefix > (family === 4 ? 32 : 128))
    throw new Error(`must hold ranges like 10.1.0.0/16, not "${range}"`);
  return { network, prefix, family };
}
