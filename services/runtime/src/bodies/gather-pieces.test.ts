import { expect, test } from 'vitest';
import { gatherPieces } from './gather-pieces.ts';

test('pieces of any size are joined in their order, and those that come behind begin anew', () => {
  const texts = Array.from({ length: 700 }, (_, index) =>
    index % 300 === 0 ? 'ab'.repeat(200_000) : `${index}`,
  );
  const pieces = gatherPieces();
  for (const text of texts) pieces.add(Buffer.from(text));
  expect(pieces.join().equals(Buffer.from(texts.join('')))).toBe(true);
  expect(pieces.join()).toHaveLength(0);
  pieces.add(Buffer.from('a'));
  expect(pieces.join().toString()).toBe('a');
});
