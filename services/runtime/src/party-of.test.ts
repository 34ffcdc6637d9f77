import { describe, expect, it } from 'vitest';
import { partyOf } from './party-of.ts';

describe('the party of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8:0:0:1:2:3:4', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['1:2:3:4:5:6:7::', '1:2:3:4'],
  ])('%s is %s', (address, party) => {
    expect(partyOf(address)).toBe(party);
  });
});
