import { expect, test } from 'vitest';
import { readScanned } from './scan-body.ts';
import { scanLeniently } from './scan-leniently.ts';

test.each([
  ['as it should be', Buffer.from('{"a":1,"b":"x"}'), true, 'x'],
  ['a member named twice', Buffer.from('{"a":1,"b":"x","b":"y"}'), false, 'y'],
  ['a character cut in half', Buffer.from('{"b":"\xf0\x9f"}', 'latin1'), false, '\ufffd'],
])('%s is read', (_, data, isExact, b) => {
  const read = scanLeniently(data);
  expect(read.isExact).toBe(isExact);
  expect(readScanned(read.bytes, read.scanned, 'b')).toBe(b);
});

test.each(['', '[1]', '"text"', '{"a":', 'null'])('%j is no object', (text) => {
  expect(() => scanLeniently(Buffer.from(text))).toThrow();
});
