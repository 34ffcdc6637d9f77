import { mediaFamilies } from '@headgate/proto/media-families';
import { expect, test } from 'vitest';
import { findFamily } from './index.ts';

test('every family that a model may be of is there, but for those with routes of their own', () => {
  expect(mediaFamilies.filter((name) => !findFamily(name))).toEqual(['mj', 'image']);
});
