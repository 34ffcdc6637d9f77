import { describe, expect, test } from 'vitest';
import { readAllowList } from './allow-list.ts';
import { createMayConnect } from './may-connect.ts';

const mayConnect = createMayConnect(readAllowList(''));
const somewhere = new URL('http://media.test/');
const isPublic = (address: string): boolean => mayConnect(somewhere, address);

/** What stands just outside is public unless it is within another range. */
const blocked: [what: string, first: string, last: string, publicOutside: string[]][] = [
  ['this network', '0.0.0.0', '0.255.255.255', ['1.0.0.0']],
  ['private 10', '10.0.0.0', '10.255.255.255', ['9.255.255.255', '11.0.0.0']],
  ['shared', '100.64.0.0', '100.127.255.255', ['100.63.255.255', '100.128.0.0']],
  ['loopback', '127.0.0.0', '127.255.255.255', ['126.255.255.255', '128.0.0.0']],
  ['link-local', '169.254.0.0', '169.254.255.255', ['169.253.255.255', '169.255.0.0']],
  ['private 172', '172.16.0.0', '172.31.255.255', ['172.15.255.255', '172.32.0.0']],
  ['protocol assignments', '192.0.0.0', '192.0.0.255', ['191.255.255.255', '192.0.1.0']],
  ['documentation 1', '192.0.2.0', '192.0.2.255', ['192.0.1.255', '192.0.3.0']],
  ['AS112', '192.31.196.0', '192.31.196.255', ['192.31.195.255', '192.31.197.0']],
  ['AMT', '192.52.193.0', '192.52.193.255', ['192.52.192.255', '192.52.194.0']],
  ['relays of 6to4', '192.88.99.0', '192.88.99.255', ['192.88.98.255', '192.88.100.0']],
  ['private 192', '192.168.0.0', '192.168.255.255', ['192.167.255.255', '192.169.0.0']],
  ['AS112, delegated', '192.175.48.0', '192.175.48.255', ['192.175.47.255', '192.175.49.0']],
  ['benchmarks', '198.18.0.0', '198.19.255.255', ['198.17.255.255', '198.20.0.0']],
  ['documentation 2', '198.51.100.0', '198.51.100.255', ['198.51.99.255', '198.51.101.0']],
  ['documentation 3', '203.0.113.0', '203.0.113.255', ['203.0.112.255', '203.0.114.0']],
  ['multicast', '224.0.0.0', '239.255.255.255', ['223.255.255.255']],
  ['reserved, broadcast', '240.0.0.0', '255.255.255.255', []],
  ['unspecified and loopback', '::', '::1', []],
  ['IPv4-compatible', '::', '::ffff:ffff', []],
  ['IPv4-mapped', '::ffff:0:0', '::ffff:255.255.255.255', []],
  ['a mapped public address', '::ffff:8.8.8.8', '::ffff:808:808', []],
  ['NAT64', '64:ff9b::', '64:ff9b::ffff:ffff', []],
  ['NAT64 of networks', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', []],
  ['discard-only and dummy', '100::', '100:0:0:1:ffff:ffff:ffff:ffff', []],
  ['below global unicast', '::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', ['2000::']],
  ['Teredo, ORCHID, benchmarks', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', ['2001:200::']],
  [
    'documentation 4',
    '2001:db8::',
    '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    ['2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::'],
  ],
  [
    '6to4',
    '2002::',
    '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    ['2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2003::'],
  ],
  [
    'AS112 over IPv6',
    '2620:4f:8000::',
    '2620:4f:8000:ffff:ffff:ffff:ffff:ffff',
    ['2620:4f:7fff:ffff:ffff:ffff:ffff:ffff', '2620:4f:8001::'],
  ],
  [
    'documentation 5',
    '3fff::',
    '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
    ['3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:1000::'],
  ],
  ['above global unicast', '4000::', '7fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', ['3fff:ffff::']],
  ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff', []],
  ['unassigned', '8000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', []],
  ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', []],
  ['link-local 6', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', []],
  ['site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', []],
  ['multicast 6', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', []],
];

test.each(blocked)('%s is not connected to, from its first address to its last', (_what, first, last) => {
  expect([first, last].filter(isPublic)).toEqual([]);
});

test.each(blocked)('%s ends where it ends', (_what, _first, _last, outside) => {
  expect(outside.filter((address) => !isPublic(address))).toEqual([]);
});

test('what is no address is not connected to', () => {
  expect(['', 'media.test', '10.0.0', '1.1.1.1/8'].filter(isPublic)).toEqual([]);
});

test.each([
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://127.0.0.1./',
  'http://①②⑦.0.0.1/',
  'http://[::ffff:127.0.0.1]/',
  'http://[0:0:0:0:0:0:0:1]/',
])('%s is the address that it spells', (text) => {
  const url = new URL(text);
  expect(mayConnect(url, url.hostname.replace(/^\[|\]$/g, ''))).toBe(false);
});

describe('what an operator allows', () => {
  const allowing = createMayConnect(readAllowList(' 10.1.0.0/16, images.test:8080,[fd00::1]:80 ,fd12::/16'));

  test('is ranges', () => {
    expect(allowing(somewhere, '10.1.255.255')).toBe(true);
    expect(allowing(somewhere, '10.2.0.0')).toBe(false);
    expect(allowing(somewhere, 'fd12::1')).toBe(true);
  });

  test('is hosts at a port, wherever their names lead', () => {
    const url = new URL('https://images.test:8080/a.png');
    expect(allowing(url, '192.168.0.1')).toBe(true);
    expect(allowing(new URL('http://[fd00::1]/'), 'fd00::1')).toBe(true);
    expect(allowing(new URL('http://images.test/'), '192.168.0.1')).toBe(false);
    expect(allowing(new URL('http://xn.images.test:8080/'), '192.168.0.1')).toBe(false);
  });

  test.each(['10.0.0.0/33', '10.0.0.0/', 'fd00::/129', 'images.test', 'a b:80', 'user@a:80', '*:80/8'])(
    'is not "%s"',
    (text) => expect(() => readAllowList(text)).toThrow('must hold'),
  );
});
