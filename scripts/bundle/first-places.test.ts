import { expect, test } from 'vitest';
import { firstPlaces } from './first-places.ts';

test('each line has the place of its first segment, and what has none is from nowhere', () => {
  // The first line has two segments of source 0; the second none; the third one of source 1; the fourth one without a source.
  expect(firstPlaces('AAEA,IACA;;CCAA;A')).toEqual([0, 2, -1, -1, 1, 3, -1, -1]);
});

test('numbers go on over lines, are negative, and take several digits', () => {
  expect(firstPlaces('AAgCA;AADA;AAwCA')).toEqual([0, 32, 0, 31, 0, 71]);
});
