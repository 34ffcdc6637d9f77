import { expect, test } from 'vitest';
import { splitCharacters } from './split-characters.ts';

test('parts add up to the text and begin inside of characters', () => {
  const text = 'data: {"content":"Grüße aus Köln 🌍, und schöne Grüße an die Ärzte"}\n\n'.repeat(5);
  const parts = splitCharacters(text);
  expect(Buffer.concat(parts).toString()).toBe(text);
  const broken = parts.filter((part) => part.toString().includes('\ufffd'));
  expect(broken.length).toBeGreaterThan(10);
});
