import { describe, expect, it } from 'vitest';
import { createAddressList, isListed, plainAddress } from './address.ts';

describe('a list of addresses', () => {
  it.each([
    ['192.0.2.1', true],
    ['192.0.2.2', false],
    ['10.255.0.1', true],
    ['11.0.0.1', false],
    ['2001:db8::1', true],
    ['2001:db8:ffff::1', true],
    ['2001:db9::1', false],
    ['fe80::1', true],
    ['fe80:0:0:0:0:0:0:1', true],
    ['', false],
    ['not an address', false],
  ])('%s is on it: %s', (address, expected) => {
    const list = createAddressList([
      '192.0.2.1',
      ' 10.0.0.0/8',
      '2001:db8::/32',
      'fe80::1',
      'nonsense',
      '1.2.3.4/99',
    ]);
    expect(list && isListed(list, plainAddress(address))).toBe(expected);
  });

  it('knows IPv4 in the clothes of IPv6', () => {
    const list = createAddressList(['192.0.2.0/24']);
    expect(list && isListed(list, plainAddress('::ffff:192.0.2.9'))).toBe(true);
  });

  it.each([
    ['::/0', '192.0.2.9', false],
    ['::/0', '::ffff:192.0.2.9', false],
    ['::/0', '2001:db8::1', true],
    ['0.0.0.0/0', '192.0.2.9', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['0.0.0.0/0', '::ffff:c000:0209', true],
    ['::ffff:192.0.2.9', '192.0.2.9', true],
    ['::ffff:192.0.2.0/120', '192.0.2.9', true],
    ['::ffff:192.0.2.0/120', '192.0.3.9', false],
  ])('of %s holds %s: %s', (range, address, expected) => {
    const list = createAddressList([range]);
    expect(list && isListed(list, plainAddress(address))).toBe(expected);
  });

  it.each(['192.0.2.9:50123', '::ffff:192.0.2.9', '[::ffff:192.0.2.9]:50123'])(
    'knows an address with the port that some proxies write behind it: %s',
    (address) => {
      expect(plainAddress(address)).toBe('192.0.2.9');
      const list = createAddressList(['192.0.2.0/24']);
      expect(list && isListed(list, plainAddress(address))).toBe(true);
    },
  );

  it('knows IPv6 with a port, and leaves alone what has none', () => {
    expect(plainAddress('[2001:db8::7]:50123')).toBe('2001:db8::7');
    expect(plainAddress('[2001:db8::7]')).toBe('2001:db8::7');
    for (const address of ['2001:db8::7', '2001:db8::7:80', '::1', '192.0.2.9', 'nonsense:80', ''])
      expect(plainAddress(address)).toBe(address);
  });

  it('that is empty is no list, and one of nonsense lets nobody in', () => {
    expect(createAddressList([])).toBeUndefined();
    const list = createAddressList(['nonsense']);
    expect(list && isListed(list, '192.0.2.1')).toBe(false);
  });
});
