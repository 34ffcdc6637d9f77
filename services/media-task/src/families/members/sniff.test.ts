import { expect, test } from 'vitest';
import { sniffType } from './sniff.ts';

test.each([
  ['fffb9064', 'audio/mpeg'],
  // With a checksum, as some encoders write it.
  ['fffa9064', 'audio/mpeg'],
  ['fff34064', 'audio/mpeg'],
  ['fff24064', 'audio/mpeg'],
  // Speech of 8 to 12 kHz.
  ['ffe34064', 'audio/mpeg'],
  ['ffe24064', 'audio/mpeg'],
  ['fff15080', 'audio/aac'],
  ['fff05080', 'audio/aac'],
  ['fff95080', 'audio/aac'],
  ['fff85080', 'audio/aac'],
  // Layers I and II.
  ['ffff9064', undefined],
  ['fffd9064', undefined],
])('a sound that begins with %s is %s', (beginning, type) => {
  expect(sniffType(Buffer.from(beginning, 'hex'))).toBe(type);
});
