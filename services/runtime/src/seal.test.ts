import { expect, test } from 'vitest';
import { open, seal } from './seal.ts';

const masterKey = { current: Buffer.alloc(32, 1), others: [] };
const other = { current: Buffer.alloc(32, 2), others: [] };
const sealed = seal(masterKey, 'channel:1', 'sk-secret');

test('what was sealed opens under its key and for its place', () => {
  expect(open(masterKey, 'channel:1', sealed)).toBe('sk-secret');
  expect(open(masterKey, 'channel:1', seal(masterKey, 'channel:1', 'ключ'))).toBe('ключ');
});

test('it opens under no other key and for no other place', () => {
  expect(open(other, 'channel:1', sealed)).toBeUndefined();
  expect(open(masterKey, 'channel:2', sealed)).toBeUndefined();
});

test('it opens under a key that is good beside the current one, and nothing is sealed under that', () => {
  const rotated = { current: other.current, others: [masterKey.current] };
  expect(open(rotated, 'channel:1', sealed)).toBe('sk-secret');
  const again = seal(rotated, 'channel:1', 'sk-secret');
  expect(open(masterKey, 'channel:1', again)).toBeUndefined();
  expect(open(other, 'channel:1', again)).toBe('sk-secret');
});

test('one changed bit anywhere, or a missing end, keeps it shut', () => {
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(open(masterKey, 'channel:1', changed)).toBeUndefined();
    expect(open(masterKey, 'channel:1', sealed.subarray(0, index))).toBeUndefined();
  }
});

test('it begins with the format and the id of the key, and never looks the same twice', () => {
  const again = seal(masterKey, 'channel:1', 'sk-secret');
  expect(again.subarray(0, 5)).toEqual(sealed.subarray(0, 5));
  expect(sealed[0]).toBe(1);
  expect(seal(other, 'channel:1', 'sk-secret').subarray(1, 5)).not.toEqual(sealed.subarray(1, 5));
  expect(again).not.toEqual(sealed);
});
