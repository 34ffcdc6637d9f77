import { expect, test } from 'vitest';
import { isSameMajorAndAtLeast } from './provide-node.mjs';

test.each([
  ['24.21.0', true],
  ['24.21.3', true],
  ['24.30.0', true],
  ['24.20.9', false],
  ['20.21.0', false],
  ['26.10.0', false],
  ['24.22.0-nightly', true],
])('Node %s will do where 24.21.0 is pinned: %s', (version, isEnough) => {
  expect(isSameMajorAndAtLeast(version, '24.21.0')).toBe(isEnough);
});
