import { expect, test } from 'vitest';
import { declarePlaces } from './declare-places.ts';
import { createPlaces } from './places.ts';

const replica = { replica: 'one', replicas: 2, livesMs: 15_000, isStopped: false };

test('what is kept and what is wanted ahead are together one part of an eighth of what is free', () => {
  const places = { ...createPlaces('a', 100), taken: 60, leased: 100 };
  expect(declarePlaces(places, { ...replica, wanted: 0 })).toMatchObject({ declared: 62, ahead: 0 });
  const empty = { ...createPlaces('b', 100), taken: 60, leased: 61 };
  expect(declarePlaces(empty, { ...replica, wanted: 3 })).toMatchObject({ declared: 61, ahead: 1 });
});
