import { expect, test } from 'vitest';
import { shapeOf } from './shape-of.ts';

const plain = { prompt: 'a mill', references: [], options: {} };

test.each([
  ['768p', '768P'],
  ['2k', '2K'],
  ['2K', '2K'],
  ['1080p', '1080p'],
])('a resolution of %s is the vendor’s %s; what it has not is its own to refuse', (resolution, word) => {
  const shapes = { ratios: ['16:9'], resolutions: ['768P', '2K'] };
  expect(shapeOf({ ...plain, resolution }, shapes)).toEqual({ resolution: word });
  const size = { width: 1_366, height: 768 };
  expect(shapeOf({ ...plain, resolution, size }, shapes)).toEqual({ resolution: word, ratio: '16:9' });
});
