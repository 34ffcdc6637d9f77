/**
 * Addresses that are not anybody's on the public internet. Sources: IANA's special-purpose address registries for IPv4
 * and IPv6, its multicast and IPv6 address space registries. What they call globally reachable but no web server has
 * (relays, sinks) is here too.
 */
export const specialRanges: readonly string[] = [
  // This network, private use, shared (carrier-grade NAT), loopback, link-local (metadata of clouds among it).
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  // Protocol assignments, AS112, AMT, relays of 6to4.
  '192.0.0.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
  // Documentation and benchmarks.
  '192.0.2.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  // Multicast; reserved, with the limited broadcast.
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Below global unicast: unspecified, loopback, IPv4 written as IPv6, NAT64, discard-only.
  '::/3',
  // Above it: segment routing, unique local, link-local, site-local, multicast, and what nobody was given.
  '4000::/2',
  '8000::/1',
  // Within it: protocol assignments (Teredo, benchmarks, ORCHID), documentation, 6to4, AS112, documentation.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
];
