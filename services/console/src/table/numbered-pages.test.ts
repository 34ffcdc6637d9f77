import { expect, test } from 'vitest';
import { readPage } from './use-numbered-pages.ts';

test.each([
  ['', 1],
  ['p=3', 3],
  ['p=0', 1],
  ['p=-2', 1],
  ['p=1.5', 1],
  ['p=many', 1],
  ['p=99999999', 1],
])('%j is page %i', (search, page) => {
  expect(readPage(new URLSearchParams(search))).toBe(page);
});
