import { expect, test } from 'vitest';
import { fromBase32, toBase32 } from './base32.ts';
import { findStep, makeSecret, toUri } from './totp.ts';

/** RFC 6238, appendix B; the last six of eight digits. */
const secret = toBase32(Buffer.from('12345678901234567890'));

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at second %i the code is %s', (seconds, code) => {
  expect(findStep(secret, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
});

test('a code is good one step before its own and one after, and no longer', () => {
  const [code, own] = ['081804', 1_111_111_080_000];
  for (const offset of [-30_000, 0, 59_999]) expect(findStep(secret, code, own + offset)).toBe(own / 30_000);
  for (const offset of [-30_001, 60_000]) expect(findStep(secret, code, own + offset)).toBeUndefined();
});

test.each(['', '28708', '2870820', 'abcdef', '２８７０８２'])('"%s" is no code', (code) => {
  expect(findStep(secret, code, 59_000)).toBeUndefined();
});

test('bytes are in base32 as RFC 4648 has them, and come back', () => {
  for (const [bytes, text] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const) {
    expect(toBase32(Buffer.from(bytes))).toBe(text);
    expect(fromBase32(text).toString()).toBe(bytes);
  }
  expect(() => fromBase32('a1')).toThrow('base32');
});

test('secrets are new each time, and apps read them from an address', () => {
  const made = makeSecret();
  expect(made).toMatch(/^[A-Z2-7]{32}$/);
  expect(makeSecret()).not.toBe(made);
  expect(toUri(made, { issuer: 'The Gate', username: 'a&b' })).toBe(
    `otpauth://totp/The%20Gate:a%26b?secret=${made}&issuer=The%20Gate&algorithm=SHA1&digits=6&period=30`,
  );
});
